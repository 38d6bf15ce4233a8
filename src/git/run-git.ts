import { type ChildProcess, spawn } from "node:child_process";
import { AppError } from "../errors.ts";
import { gitEnvironment, hardening } from "./git-environment.ts";

export interface GitOptions {
  /** Added to the clean environment. */
  env?: Readonly<Record<string, string>>;
  input?: string | Buffer;
  signal?: AbortSignal;
  /** Default 120 seconds. */
  timeoutMs?: number;
  /** Of standard output, default 64 MiB. */
  maxOutputBytes?: number;
  /** Takes standard output piece by piece instead of collecting it; `false` stops git. */
  onOutput?(chunk: Buffer): boolean;
}

export interface GitResult {
  stdout: Buffer;
  /** The last 64 KiB. */
  stderr: string;
  /** Exit code; -1 when git was ended by a signal. */
  code: number;
  /** `exit`: by itself. `stopped`: `onOutput` said so. Else it was over a limit and has been ended. */
  ended: "exit" | "stopped" | "timeout" | "output_limit";
}

const timeoutMsDefault = 120_000;
const outputBytesDefault = 64 * 1024 * 1024;
const stderrCharactersMax = 64 * 1024;
const graceMs = 500;

/** git has no exit code for it; LC_ALL=C fixes the words. A checkout leaves the reason out. */
const fullDiskWords = /No space left on device|Disk quota exceeded|^error: unable to write file /m;

/**
 * Runs git without a shell, in a clean environment and in `/`, so that it finds no repository by itself: name one by `--git-dir`.
 * Answers any exit code. Throws the signal's reason, `git_missing` and `workspace_disk_full`.
 */
export async function runGit(args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
  options.signal?.throwIfAborted();
  const child = spawn("git", [...hardening, ...args], {
    cwd: "/",
    env: gitEnvironment(options.env),
    // Its own process group, so that its children (ssh, index-pack, …) end with it.
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  const result = await collect(child, options);
  options.signal?.throwIfAborted();
  if (result.code !== 0 && fullDiskWords.test(result.stderr)) throw diskFull();
  return result;
}

async function collect(child: ChildProcess, options: GitOptions): Promise<GitResult> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let stderr = "";
  let ended: GitResult["ended"] = "exit";
  const end = (how: GitResult["ended"]): void => {
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
  // git may end without reading all of its input; its exit code tells why.
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
      reject(missing ? gitMissing(error) : error);
    });
    child.once("close", (code) => resolve(code ?? -1));
  });
}

/** First the polite signal: git then removes its lock and temporary files. */
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

function gitMissing(cause: unknown): AppError {
  return new AppError(
    "git_missing",
    "The program git was not found. Install git 2.39 or newer (Debian and Ubuntu: apt-get install git; macOS: brew install git) and make sure that it is on the PATH.",
    { cause },
  );
}

export function diskFull(cause?: unknown): AppError {
  return new AppError(
    "workspace_disk_full",
    "The disk that holds the workspaces is full. Free some space in the data folder or give it a larger disk, then try again.",
    { cause },
  );
}
