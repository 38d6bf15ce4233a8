import { AppError } from "../errors.ts";
import { gitEnvironment, hardening } from "./git-environment.ts";
import { ProgramMissing, type ProgramOptions, type ProgramResult, runProgram } from "./run-program.ts";

export interface GitOptions extends ProgramOptions {
  /** Added to the clean environment. */
  env?: Readonly<Record<string, string>>;
}

export type GitResult = ProgramResult;

/** git has no exit code for it; LC_ALL=C fixes the words. A checkout leaves the reason out. */
const fullDiskWords =
  /No space left on device|Disk quota exceeded|Out of diskspace|^error: unable to write file /m;

/**
 * Runs git without a shell, in a clean environment and in `/`, so that it finds no repository by itself: name one by `--git-dir`.
 * Answers any exit code. Throws the signal's reason, `git_missing` and `workspace_disk_full`.
 */
export async function runGit(args: readonly string[], options: GitOptions = {}): Promise<GitResult> {
  const env = gitEnvironment(options.env);
  const result = await runProgram("git", [...hardening, ...args], { ...options, env }).catch(
    translateMissing,
  );
  if (result.code !== 0 && fullDiskWords.test(result.stderr)) throw diskFull();
  return result;
}

function translateMissing(error: unknown): never {
  throw error instanceof ProgramMissing ? gitMissing(error) : error;
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
