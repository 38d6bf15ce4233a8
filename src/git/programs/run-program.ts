import type { Socket } from "node:net";
import type { ProcessLimits } from "../../processes/limited-command.ts";
import { StarterLost } from "../../processes/open-starter.ts";
import { startProgram } from "../../processes/start-program.ts";
import type { ProgramStart, StartedProgram } from "../../processes/started-program.ts";

export interface ProgramOptions extends Partial<ProcessLimits> {
  input?: string | Buffer;
  signal?: AbortSignal;
  /** User that root switches to for the program, without supplementary groups. Default: no switch. */
  user?: { uid: number; gid: number } | null;
  /** Default 120 seconds. */
  timeoutMs?: number;
  /** Limit for standard output, default 64 MiB. */
  maxOutputBytes?: number;
  /** Receives standard output in chunks instead of collecting it; `false` stops the program. */
  onOutput?(chunk: Buffer): boolean;
}

export interface ProgramResult {
  stdout: Buffer;
  /** Last 64 KiB of standard error. */
  stderr: string;
  /** Exit code; -1 if a signal ended the program. */
  code: number;
  /** `exit`: ended by itself. `stopped`: by `onOutput`. Otherwise it exceeded a limit and was ended. */
  ended: "exit" | "stopped" | "timeout" | "output_limit";
  /** True if the kernel killed some of its processes because together they exceeded their memory limit. */
  isOverMemory: boolean;
}

/** Writable memory per process. git streams larger files and packs: a repository of 1 GB needs 100 MiB. */
export const memoryBytesDefault = 256 * 1024 * 1024;
/** Memory of all processes of one program together, as a multiple of the limit per process. */
export const processesOverMemory = 2;
/** Limit for all processes of one program. */
export const processesMax = 512;
export const timeoutMsDefault = 120_000;
const outputBytesDefault = 64 * 1024 * 1024;
export const stderrCharactersMax = 64 * 1024;
const graceMs = 500;
export const lostWords =
  "\nerror: the process that starts Copydesk's programs ended, and this program with it";

/** The program is not on the PATH. */
export class ProgramMissing extends Error {
  override readonly name = "ProgramMissing";

  constructor(shellsWords: string) {
    super(`the program was not found: ${shellsWords}`);
  }
}

/**
 * Runs a program in `/`, without a shell and with only the given environment. Returns any exit code. Throws
 * the signal's reason and `ProgramMissing`.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions & { env: Readonly<Record<string, string>> },
): Promise<ProgramResult> {
  options.signal?.throwIfAborted();
  const { env, user, maxFileBytes, memoryBytes = memoryBytesDefault } = options;
  const start: ProgramStart = {
    command: [program, ...args],
    env,
    user,
    pipes: 3,
    // So that its children (ssh, index-pack, …) end with it.
    ownGroup: true,
    limits: { memoryBytes, maxFileBytes },
    groupLimits: { memoryBytes: memoryBytes * processesOverMemory, processes: processesMax },
  };
  const result = await startProgram(start).then((started) => collect(started, options), translateLost);
  options.signal?.throwIfAborted();
  if (isMissing(result)) throw new ProgramMissing(result.stderr.trim());
  return result;
}

/** Whether the shell around the program could not start it. */
export function isMissing({ code, stderr }: Pick<ProgramResult, "code" | "stderr">): boolean {
  return (code === 127 || code === 126) && /^[^\n]*\bexec: /.test(stderr);
}

async function collect(program: StartedProgram, options: ProgramOptions): Promise<ProgramResult> {
  const { onOutput, maxOutputBytes = outputBytesDefault, signal } = options;
  const [stdin, stdout, stderr] = program.pipes as [Socket, Socket, Socket];
  const chunks: Buffer[] = [];
  let bytes = 0;
  let words = "";
  let ended: ProgramResult["ended"] = "exit";
  const end = (how: ProgramResult["ended"]): void => {
    if (ended !== "exit") return;
    ended = how;
    endGroup(program);
  };
  stdout.on("data", (chunk: Buffer) => {
    if (ended !== "exit") return;
    bytes += chunk.length;
    if (bytes > maxOutputBytes) return end("output_limit");
    if (onOutput === undefined) chunks.push(chunk);
    else if (!onOutput(chunk)) end("stopped");
  });
  stderr.on("data", (chunk: Buffer) => {
    words = (words + chunk.toString("utf8")).slice(-stderrCharactersMax);
  });
  // The program may end without reading all of its input; its exit code tells why.
  stdin.on("error", () => {});
  stdin.end(options.input ?? "");
  const timer = setTimeout(() => end("timeout"), options.timeoutMs ?? timeoutMsDefault);
  const onAbort = (): void => endGroup(program);
  signal?.addEventListener("abort", onAbort, { once: true });
  // The signal may have fired while the program was being started.
  if (signal?.aborted) onAbort();
  void program.exited.then(({ isLost }) => isLost && endGroup(program));
  const { code, isLost, isOverMemory } = await program.closed;
  clearTimeout(timer);
  signal?.removeEventListener("abort", onAbort);
  if (isLost) words += lostWords;
  return { stdout: Buffer.concat(chunks), stderr: words, code: code ?? -1, ended, isOverMemory };
}

/** Result as if the program had been ended from outside. */
function translateLost(error: unknown): ProgramResult {
  if (!(error instanceof StarterLost)) throw error;
  return { stdout: Buffer.alloc(0), stderr: lostWords, code: -1, ended: "exit", isOverMemory: false };
}

/** Sends SIGTERM first: git then removes its lock and temporary files, ssh ends its session. */
export function endGroup({ pid, closed }: StartedProgram): void {
  signalGroup(pid, "SIGTERM");
  const timer = setTimeout(() => signalGroup(pid, "SIGKILL"), graceMs);
  void closed.then(() => clearTimeout(timer));
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
