import { AppError } from "../../errors.ts";
import { observe } from "../../telemetry/observe.ts";
import { gitEnvironment, hardening } from "./git-environment.ts";
import {
  memoryBytesDefault,
  ProgramMissing,
  type ProgramOptions,
  type ProgramResult,
  processesOverMemory,
  runProgram,
} from "./run-program.ts";

export interface GitOptions extends ProgramOptions {
  /** Variables added to the clean environment. */
  env?: Readonly<Record<string, string>>;
}

export type GitResult = ProgramResult;

/**
 * Messages of git on a full disk, as it has no exit code for it; LC_ALL=C fixes the wording. A checkout
 * leaves out the reason.
 */
const fullDiskWords =
  /No space left on device|Disk quota exceeded|Out of diskspace|^error: unable to write file /m;

const observedCommands = new Set([
  ...["archive", "cat-file", "clone", "commit-tree", "config", "diff", "diff-tree", "fetch", "for-each-ref"],
  ...["gc", "grep", "hash-object", "index-pack", "init", "log", "ls-files", "ls-remote", "ls-tree"],
  ...["merge-base", "merge-file", "merge-tree", "mktree", "pack-objects", "read-tree", "repack", "rev-list"],
  ...["rev-parse", "show", "unpack-objects", "update-index", "update-ref", "worktree", "write-tree", "apply"],
]);

/** Not matched in lines from a host, which have a prefix. */
const fullMemoryWords = /Out of memory|Cannot allocate memory|cannot allocate memory|unable to create thread/;

/**
 * Runs git without a shell, in a clean environment and in `/`, so that it finds no repository by itself:
 * name one with `--git-dir`. Returns any exit code. Throws the signal's reason, `git_missing`,
 * `workspace_disk_full`, and `repository_too_large` if git exceeds its memory limit.
 */
export async function runGit(args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
  const env = gitEnvironment(options.env);
  return await observe("git", { command: commandOf(args) }, async (tell) => {
    const result = await runProgram("git", [...hardening, ...args], { ...options, env }).catch(
      translateMissing,
    );
    const { code, ended } = result;
    tell({ outcome: ended === "timeout" || ended === "output_limit" ? ended : code === 0 ? "ok" : "failed" });
    assertWithinLimits(result, options.memoryBytes);
    return result;
  });
}

/** Returns the command for the metrics, after options and their values. */
function commandOf(args: readonly string[]): string {
  return args.find((word) => observedCommands.has(word)) ?? "other";
}

/** Throws `workspace_disk_full` or `repository_too_large` if that is why git failed. */
export function assertWithinLimits(
  result: Pick<GitResult, "code" | "stderr" | "isOverMemory">,
  memoryBytes = memoryBytesDefault,
): void {
  if (result.code === 0) return;
  if (fullDiskWords.test(result.stderr)) throw diskFull();
  if (result.isOverMemory) throw memoryFull(memoryBytes * processesOverMemory);
  if (isMemoryFull(result.stderr)) throw memoryFull(memoryBytes);
}

function isMemoryFull(stderr: string): boolean {
  return stderr.split("\n").some((line) => !line.startsWith("remote:") && fullMemoryWords.test(line));
}

export function translateMissing(error: unknown): never {
  throw error instanceof ProgramMissing ? gitMissing(error) : error;
}

export function gitMissing(cause?: unknown): AppError {
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

function memoryFull(bytes: number): AppError {
  const mebibytes = Math.floor(bytes / 1024 ** 2);
  return new AppError(
    "repository_too_large",
    `git needed more than the ${mebibytes} MiB of memory that it may use: the repository, or the response of its host, is too large. Keep large files in Git LFS or in a repository of their own, and check that the URL is that of a git repository.`,
  );
}
