import type { Workspace } from "../../../src/git/checkout/create-workspace.ts";
import { isFileAt } from "../../../src/git/checkout/read-checked-out.ts";
import { workspaceArguments } from "../../../src/git/checkout/workspace-arguments.ts";
import { gitLine, gitOutput } from "../../../src/git/programs/git-output.ts";

/**
 * Stages the given repository paths as they are in the working tree and answers the git hash of the whole
 * tree. A file keeps the mode that it had; a path where nothing (or now a folder) stands is taken out. Throws
 * `not_a_regular_file` for links and special files, `path_outside_workspace`, `workspace_disk_full`.
 */
export async function treeHash(
  workspace: Workspace,
  changedPaths: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  const present: string[] = [];
  const gone: string[] = [];
  for (const path of new Set(changedPaths)) {
    ((await isFileAt(workspace.directory, path)) ? present : gone).push(path);
  }
  await updateIndex(workspace, ["--force-remove"], gone, signal);
  await updateIndex(workspace, ["--add", "--replace"], present, signal);
  return await gitLine([...workspaceArguments(workspace), "write-tree"], { signal });
}

async function updateIndex(
  workspace: Workspace,
  flags: readonly string[],
  paths: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  if (paths.length === 0) return;
  // fileMode=false: a known file keeps its mode, a new one is an ordinary file.
  const args = [
    "-c",
    "core.fileMode=false",
    ...workspaceArguments(workspace),
    "update-index",
    ...flags,
    "-z",
    "--stdin",
  ];
  await gitOutput(args, { input: `${paths.join("\0")}\0`, signal });
}
