import { type ChildProcess, spawn } from "node:child_process";

export interface ProgramOptions {
  input?: string | Buffer;
  signal?: AbortSignal;
  /** Default 120 seconds. */
  timeoutMs?: number;
  /** Of each file that it writes; what is more fails with "File too large". Default: no limit. */
  maxFileBytes?: number;
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

const timeoutMsDefault = 120_000;
const outputBytesDefault = 64 * 1024 * 1024;
const stderrCharactersMax = 64 * 1024;
const graceMs = 500;

/** The program is not on the PATH. */
export class ProgramMissing extends Error {
  override readonly name = "ProgramMissing";

  constructor(cause: unknown) {
    super("the program was not found", { cause });
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
  const [command, ...rest] = limitFiles([program, ...args], options.maxFileBytes);
  const child = spawn(command, rest, {
    cwd: "/",
    env: options.env,
    // Its own process group, so that its children (ssh, index-pack, …) end with it.
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const result = await collect(child, options);
  options.signal?.throwIfAborted();
  return result;
}

/** Only a shell can set the limit; a write over it fails instead of ending the program with a signal. */
function limitFiles(command: [string, ...string[]], bytesMax: number | undefined): [string, ...string[]] {
  if (bytesMax === undefined) return command;
  const script = `trap '' XFSZ; ulimit -f "$1" 2>/dev/null; shift; exec "$@"`;
  const blocks = Math.floor(bytesMax / 512);
  return ["/bin/sh", "-c", script, "sh", String(blocks), ...command];
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
    child.once("error", (error: NodeJS.ErrnoException) => {
      const missing = error.code === "ENOENT" || error.code === "EACCES";
      reject(missing ? new ProgramMissing(error) : error);
    });
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
