import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../errors.ts";
import type { Workspace } from "./create-workspace.ts";
import { gitLine, gitOutput } from "./git-output.ts";
import { workspaceArguments } from "./workspace-arguments.ts";

/**
 * Stages the given repository paths as they are in the working tree and answers the git hash of the whole tree. A file keeps the
 * mode that it had; a path where nothing (or now a folder) stands is taken out. Throws `not_a_regular_file` for links and
 * special files, `path_outside_workspace`, `workspace_disk_full`.
 */
export async function treeHash(
  workspace: Workspace,
  changedPaths: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  const present: string[] = [];
  const gone: string[] = [];
  for (const path of new Set(changedPaths)) {
    ((await isFile(workspace.directory, path)) ? present : gone).push(path);
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

/** False when nothing is there. Every folder on the way has to be a real one: git would follow a link. */
async function isFile(directory: string, path: string): Promise<boolean> {
  const parts = path.split("/");
  if (path.includes("\0") || parts.some((part) => part === "" || part === "." || part === "..")) {
    throw new AppError("path_outside_workspace", `${JSON.stringify(path)} is not a path of the repository.`);
  }
  for (let depth = 1; depth <= parts.length; depth += 1) {
    const entry = await lstat(join(directory, ...parts.slice(0, depth))).catch(nothingThere);
    const isLast = depth === parts.length;
    if (entry === null || (isLast && entry.isDirectory())) return false;
    if (isLast ? !entry.isFile() : !entry.isDirectory()) {
      if (!isLast && entry.isFile()) return false;
      throw new AppError(
        "not_a_regular_file",
        `${path} is a link or a special file and cannot be part of the change.`,
      );
    }
  }
  return true;
}

function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
  throw error;
}
