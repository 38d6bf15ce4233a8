import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { AppError } from "../errors.ts";
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
  /** The user of the host who owns what the command writes; null when that is the service's own. */
  hostUser: number | null;
  /**
   * Resolves when no process of the sandbox is left and the workspace belongs to the service again; the code is null after a
   * kill. Rejects when the workspace could not be taken back.
   */
  ended: Promise<{ code: number | null; isOverMemory: boolean }>;
  /** Ends every process of the sandbox at once. */
  kill(): void;
}

/** A range in which systems have no users. A process of one sandbox can do nothing to another one's. */
const hostUsers = { from: 0x7000_0000, to: 0x7000_ffff };

/** How long the processes may take to vanish after the first one was killed, before bubblewrap itself is. */
const vanishMs = 1_000;

/**
 * Starts a command that sees the workspace, the system's programs and nothing else: no network, no host files, no other
 * processes. An abort kills it. Throws `sandbox_unavailable` where no sandbox works, and `invalid_configuration`.
 */
export async function runInSandbox(sandbox: SandboxLevel, run: SandboxRun): Promise<SandboxedProcess> {
  if (sandbox.kind === "none")
    throw new AppError("sandbox_unavailable", `Commands cannot be run here: ${sandbox.reason}`);
  assertSandboxRun(run);
  run.signal.throwIfAborted();
  const hostUser = sandbox.asRoot === null ? null : randomInt(hostUsers.from, hostUsers.to);
  if (hostUser !== null) await changeTreeOwner(run.workspace, hostUser);
  const takeBack = () => changeTreeOwner(run.workspace, process.getuid?.() ?? null);
  const child = await start(sandboxArguments(sandbox, run, hostUser), takeBack);
  const gone = new AbortController();
  let isOverMemory = false;
  const kill = createKill(child, child.stdio[statusDescriptor] as Readable, async (first) => {
    if (!(await watchGroupMemory(first, run.limits, gone.signal))) return;
    isOverMemory = true;
    kill();
  });
  run.signal.addEventListener("abort", kill);
  const ended = waitForEnd(child)
    .then(({ code }) => ({ code, isOverMemory }))
    .finally(async () => {
      gone.abort();
      run.signal.removeEventListener("abort", kill);
      await takeBack();
    });
  // Whoever awaits it hears of a failure; a caller that is gone must not end the service.
  ended.catch(() => {});
  child.stdin!.on("error", () => {});
  if (run.signal.aborted) kill();
  return { stdin: child.stdin!, stdout: child.stdout!, stderr: child.stderr!, hostUser, ended, kill };
}

async function start(
  command: { program: string; arguments: string[] },
  takeBack: () => Promise<void>,
): Promise<ChildProcess> {
  try {
    // The first process of the sandbox shows this environment in /proc, so there is none.
    const stdio = ["pipe", "pipe", "pipe", "pipe", "pipe"] as const;
    const child = spawn(command.program, command.arguments, { env: {}, cwd: "/", stdio: [...stdio] });
    const filter = child.stdio[filterDescriptor] as Writable;
    filter.on("error", () => {});
    filter.end(seccompFilter(process.arch) ?? "");
    return child;
  } catch (error) {
    await takeBack();
    throw new AppError("invalid_configuration", "The sandbox: command and environment are too large.", {
      cause: error,
    });
  }
}

async function waitForEnd(child: ChildProcess): Promise<{ code: number | null }> {
  const [code] = (await once(child, "exit").catch((error: NodeJS.ErrnoException) => {
    throw new AppError("sandbox_unavailable", `bubblewrap could not be started: ${error.code}`, {
      cause: error,
    });
  })) as [number | null];
  return { code };
}

/** Killing the sandbox's first process lets bubblewrap end after all the others are gone. */
function createKill(
  child: ChildProcess,
  status: Readable,
  onFirst: (first: number) => Promise<void>,
): () => void {
  let first: number | null = null;
  let isKilled = false;
  let text = "";
  const killFirst = () => {
    if (first === null || child.exitCode !== null || child.signalCode !== null) return;
    try {
      process.kill(first, "SIGKILL");
    } catch {}
  };
  status.setEncoding("utf8");
  status.on("error", () => {});
  status.on("data", (chunk: string) => {
    if (first !== null) return;
    text += chunk;
    first = readFirstProcess(text);
    if (isKilled) killFirst();
    else if (first !== null) void onFirst(first);
  });
  return () => {
    if (isKilled) return;
    isKilled = true;
    killFirst();
    const timer = setTimeout(() => child.kill("SIGKILL"), vanishMs);
    child.once("exit", () => clearTimeout(timer));
  };
}

function readFirstProcess(text: string): number | null {
  const digits = /"child-pid":\s*(\d+)/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits);
}
