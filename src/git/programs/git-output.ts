import { AppError } from "../../errors.ts";
import { type GitOptions, type GitResult, runGit } from "./run-git.ts";

/**
 * Returns the standard output of a git command that has to succeed. Throws `git_failed` with git's own
 * message, and what `runGit` throws.
 */
export async function gitOutput(args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
  const result = await runGit(args, options);
  if (result.code === 0 && result.ended === "exit") return result.stdout;
  throw gitFailed(args, result);
}

/** Like `gitOutput`, but returns trimmed text, e.g. a hash or a name. */
export async function gitLine(args: readonly string[], options: GitOptions = {}): Promise<string> {
  return (await gitOutput(args, options)).toString("utf8").trim();
}

export function gitFailed(args: readonly string[], result: GitResult): AppError {
  const verb = args.find((argument) => /^[a-z][a-z-]+$/.test(argument)) ?? args[0];
  const why = {
    exit: gitsOwnWords(result.stderr) || `exit code ${result.code}`,
    stopped: "it was stopped",
    timeout: "it took too long and was ended",
    output_limit: "its answer is too large",
  }[result.ended];
  return new AppError("git_failed", `git ${verb} failed: ${why}`, { details: { code: result.code } });
}

/** Returns the line that says what went wrong: the first `fatal:` or `error:`, otherwise the last line. */
export function gitsOwnWords(stderr: string): string {
  const lines = stderr
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return lines.find((line) => /^(fatal|error):/.test(line)) ?? lines.at(-1) ?? "";
}
