import { AppError } from "../../../src/errors.ts";
import type { Workspace } from "../../../src/git/checkout/create-workspace.ts";
import { workspaceArguments } from "../../../src/git/checkout/workspace-arguments.ts";
import type { ChangedFile, WorkspaceDiff } from "../../../src/git/commit/parse-raw-diff.ts";
import { parseRawDiff } from "../../../src/git/commit/parse-raw-diff.ts";
import { gitFailed, gitOutput } from "../../../src/git/programs/git-output.ts";
import { runGit } from "../../../src/git/programs/run-git.ts";

const patchBytesMax = 64 * 1024 * 1024;

/** Compares a tree or commit with the base commit. Throws `diff_too_large` above 64 MiB of patch. */
export async function diffWorkspace(
  workspace: Workspace,
  toTreeOrCommit: string,
  signal?: AbortSignal,
): Promise<WorkspaceDiff> {
  const [patch, files] = await Promise.all([
    readPatch(workspace, toTreeOrCommit, signal),
    listChanges(workspace, toTreeOrCommit, signal),
  ]);
  return { patch: patch.toString("utf8"), files, patchBytes: patch.length };
}

/** Arguments of a comparison of two trees that starts no other program. */
export function diffArguments(workspace: Workspace, to: string, flags: readonly string[]): string[] {
  const safe = ["diff-tree", "-r", "--find-renames", "--no-ext-diff", "--no-textconv", "--no-color"];
  return [...workspaceArguments(workspace), ...safe, ...flags, "--end-of-options", workspace.baseCommit, to];
}

async function readPatch(workspace: Workspace, to: string, signal?: AbortSignal): Promise<Buffer> {
  const args = diffArguments(workspace, to, ["--patch", "--binary", "--src-prefix=a/", "--dst-prefix=b/"]);
  const result = await runGit(args, { signal, maxOutputBytes: patchBytesMax });
  if (result.ended === "output_limit") {
    throw new AppError("diff_too_large", `The change is larger than ${patchBytesMax / 1024 / 1024} MiB.`);
  }
  if (result.code !== 0 || result.ended !== "exit") throw gitFailed(args, result);
  return result.stdout;
}

async function listChanges(workspace: Workspace, to: string, signal?: AbortSignal): Promise<ChangedFile[]> {
  const output = await gitOutput(diffArguments(workspace, to, ["--raw", "--numstat", "-z"]), { signal });
  return parseRawDiff(output.toString("utf8"));
}
