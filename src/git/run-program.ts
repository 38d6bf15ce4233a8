import { type ChildProcess, spawn } from "node:child_process";
import { limitedCommand, type ProcessLimits } from "../processes/limited-command.ts";

export interface ProgramOptions extends Partial<ProcessLimits> {
  input?: string | Buffer;
  signal?: AbortSignal;
  /** Whom root becomes for it, without further groups. Default: nobody else. */
  user?: { uid: number; gid: number } | null;
  /** Default 120 seconds. */
  timeoutMs?: number;
  /** Of standard output, default 64 MiB. */
  maxOutputBytes?: number;
  /** Takes standard output piece by piece instead of collecting it; `false` stops the program. */
  onOutput?(chunk: Buffer): boolean;
}

export interface ProgramResult {
  stdout: Buffer;
  /** The last 64 KiB. */
  stderr: string;
  /** Exit code; -1 when it was ended by a signal. */
  code: number;
  /** `exit`: by itself. `stopped`: `onOutput` said so. Else it was over a limit and has been ended. */
  ended: "exit" | "stopped" | "timeout" | "output_limit";
}

/** Of writable memory, of each process. git streams files and packs that are larger: a repository of 1 GB needs 100 MiB. */
export const memoryBytesDefault = 256 * 1024 * 1024;
const timeoutMsDefault = 120_000;
const outputBytesDefault = 64 * 1024 * 1024;
const stderrCharactersMax = 64 * 1024;
const graceMs = 500;

/** The program is not on the PATH. */
export class ProgramMissing extends Error {
  override readonly name = "ProgramMissing";

  constructor(shellsWords: string) {
    super(`the program was not found: ${shellsWords}`);
  }
}

/**
 * Runs a program without a shell in `/`, with this environment alone. Answers any exit code. Throws the signal's reason and
 * `ProgramMissing`.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions & { env: Readonly<Record<string, string>> },
): Promise<ProgramResult> {
  options.signal?.throwIfAborted();
  const [command, ...rest] = limitedCommand([program, ...args], {
    memoryBytes: memoryBytesDefault,
    ...options,
  });
  const child = spawn(command, rest, {
    cwd: "/",
    env: options.env,
    ...options.user,
    // Its own process group, so that its children (ssh, index-pack, …) end with it.
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const result = await collect(child, options);
  options.signal?.throwIfAborted();
  if (isMissing(result)) throw new ProgramMissing(result.stderr.trim());
  return result;
}

/** What the shell around the program says when it cannot start it. */
function isMissing({ code, stderr }: ProgramResult): boolean {
  return (code === 127 || code === 126) && /^[^\n]*\bexec: /.test(stderr);
}

async function collect(child: ChildProcess, options: ProgramOptions): Promise<ProgramResult> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let stderr = "";
  let ended: ProgramResult["ended"] = "exit";
  const end = (how: ProgramResult["ended"]): void => {
    if (ended !== "exit") return;
    ended = how;
    endGroup(child);
  };
  const { onOutput, maxOutputBytes = outputBytesDefault } = options;
  child.stdout?.on("data", (chunk: Buffer) => {
    if (ended !== "exit") return;
    bytes += chunk.length;
    if (bytes > maxOutputBytes) return end("output_limit");
    if (onOutput === undefined) chunks.push(chunk);
    else if (!onOutput(chunk)) end("stopped");
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    stderr = (stderr + chunk.toString("utf8")).slice(-stderrCharactersMax);
  });
  // It may end without reading all of its input; its exit code tells why.
  child.stdin?.on("error", () => {});
  child.stdin?.end(options.input ?? "");
  const timer = setTimeout(() => end("timeout"), options.timeoutMs ?? timeoutMsDefault);
  const onAbort = (): void => endGroup(child);
  options.signal?.addEventListener("abort", onAbort, { once: true });
  try {
    const code = await exitOf(child);
    return { stdout: Buffer.concat(chunks), stderr, code, ended };
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener("abort", onAbort);
  }
}

function exitOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve(code ?? -1));
  });
}

/** First the polite signal: git then removes its lock and temporary files, ssh ends its session. */
function endGroup(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  signalGroup(pid, "SIGTERM");
  const timer = setTimeout(() => signalGroup(pid, "SIGKILL"), graceMs);
  child.once("close", () => clearTimeout(timer));
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}
