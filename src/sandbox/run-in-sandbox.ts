import { randomInt } from "node:crypto";
import type { Duplex, Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../errors.ts";
import { startProgram } from "../processes/start-program.ts";
import type { StartedProgram } from "../processes/started-program.ts";
import { assertSandboxRun } from "./assert-sandbox-run.ts";
import { changeTreeOwner } from "./change-tree-owner.ts";
import { filterDescriptor, sandboxArguments, statusDescriptor } from "./sandbox-arguments.ts";
import type { SandboxLevel } from "./sandbox-level.ts";
import type { SandboxRun } from "./sandbox-run.ts";
import { seccompFilter } from "./seccomp-filter.ts";
import { watchGroupMemory } from "./watch-group-memory.ts";

export interface SandboxedProcess {
  stdin: Writable;
  stdout: Readable;
  stderr: Readable;
  /** Host user that owns what the command writes; null if that is the service's own. */
  hostUser: number | null;
  /**
   * Resolves when all processes of the sandbox have ended and the workspace belongs to the service again;
   * the code is null after a kill. Rejects if the workspace could not be taken back.
   */
  ended: Promise<{ code: number | null; isOverMemory: boolean }>;
  /** Ends every process of the sandbox at once. */
  kill(): void;
}

/** A range without users on any system. A process of one sandbox can do nothing to another one's. */
const hostUsers = { from: 0x7000_0000, to: 0x7000_ffff };

/** Time for the processes to end after the first one was killed; then bubblewrap itself is killed. */
const vanishMs = 1_000;
const readMs = 1_000;
/** Processes of bubblewrap itself, in addition to the limit. */
const ownProcesses = 8;

/**
 * Starts a command that sees only the workspace and the system's programs: no network, no host files, no
 * other processes. An abort kills it. Throws `sandbox_unavailable` if no sandbox works, and
 * `invalid_configuration`.
 */
export async function runInSandbox(sandbox: SandboxLevel, run: SandboxRun): Promise<SandboxedProcess> {
  if (sandbox.kind === "none")
    throw new AppError("sandbox_unavailable", `Commands cannot be run here: ${sandbox.reason}`);
  assertSandboxRun(run);
  run.signal.throwIfAborted();
  const hostUser = sandbox.asRoot === null ? null : randomInt(hostUsers.from, hostUsers.to);
  if (hostUser !== null) await changeTreeOwner(run.workspace, hostUser);
  const takeBack = () => changeTreeOwner(run.workspace, process.getuid?.() ?? null);
  const program = await start(sandboxArguments(sandbox, run, hostUser), run.limits, takeBack);
  const [stdin, stdout, stderr] = program.pipes as readonly Duplex[] as [Duplex, Duplex, Duplex];
  const gone = new AbortController();
  let isOverMemory = false;
  const kill = createKill(program, async (first) => {
    if (!(await watchGroupMemory(first, run.limits, gone.signal))) return;
    isOverMemory = true;
    kill();
  });
  run.signal.addEventListener("abort", kill);
  const ended = waitForEnd(program)
    .then(({ code, isGroupOver }) => ({ code, isOverMemory: isOverMemory || isGroupOver }))
    .finally(async () => {
      gone.abort();
      run.signal.removeEventListener("abort", kill);
      await takeBack();
    });
  // Callers that await it get the failure; one that does not must not end the service.
  ended.catch(() => {});
  stdin.on("error", () => {});
  if (run.signal.aborted) kill();
  return { stdin, stdout, stderr, hostUser, ended, kill };
}

async function start(
  command: { program: string; arguments: string[] },
  { groupMemoryBytes, processes }: SandboxRun["limits"],
  takeBack: () => Promise<void>,
): Promise<StartedProgram> {
  try {
    const program = await startProgram({
      command: [command.program, ...command.arguments],
      // The first process of the sandbox shows this environment in /proc, so it is empty.
      env: {},
      pipes: filterDescriptor + 1,
      ownGroup: false,
      groupLimits: { memoryBytes: groupMemoryBytes, processes: processes + ownProcesses },
    });
    const filter = program.pipes[filterDescriptor]!;
    filter.on("error", () => {});
    filter.end(seccompFilter(process.arch) ?? "");
    return program;
  } catch (error) {
    await takeBack();
    const { code } = error as NodeJS.ErrnoException;
    if (code === "E2BIG")
      throw new AppError("invalid_configuration", "The sandbox: command and environment are too large.", {
        cause: error,
      });
    throw new AppError("sandbox_unavailable", `bubblewrap could not be started: ${code}`, { cause: error });
  }
}

/**
 * Waits for the program, with which all processes of the sandbox have ended. Unread output does not delay
 * this.
 */
async function waitForEnd({ exited, closed }: StartedProgram) {
  const { code } = await exited;
  const last = await Promise.race([closed, sleep(readMs, null, { ref: false })]);
  return { code, isGroupOver: code !== 0 && (last?.isOverMemory ?? false) };
}

/** Killing the sandbox's first process lets bubblewrap end after all others. */
function createKill(program: StartedProgram, onFirst: (first: number) => Promise<void>): () => void {
  const status = program.pipes[statusDescriptor]!;
  let first: number | null = null;
  let isKilled = false;
  let hasExited = false;
  let text = "";
  let timer: NodeJS.Timeout | undefined;
  const killOne = (pid: number | null) => {
    if (pid === null || hasExited) return;
    try {
      process.kill(pid, "SIGKILL");
    } catch {}
  };
  void program.exited.then(() => {
    hasExited = true;
    clearTimeout(timer);
  });
  status.setEncoding("utf8");
  status.on("error", () => {});
  status.on("data", (chunk: string) => {
    if (first !== null) return;
    text += chunk;
    first = readFirstProcess(text);
    if (isKilled) killOne(first);
    else if (first !== null) void onFirst(first);
  });
  return () => {
    if (isKilled) return;
    isKilled = true;
    killOne(first);
    timer = setTimeout(() => killOne(program.pid), vanishMs);
  };
}

function readFirstProcess(text: string): number | null {
  const digits = /"child-pid":\s*(\d+)/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}
