import { lstatSync } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { isAppError } from "../errors.ts";
import { gitLine, gitOutput } from "../git/programs/git-output.ts";

/** Folder whose documentation is checked. */
export interface CheckedFolder {
  /** Absolute: the top of the working tree, or the folder itself outside a repository. */
  root: string;
  /** Absolute path of the git directory; null outside a repository. */
  gitDirectory: string | null;
}

const skippedFolders = new Set(["node_modules", ".git", "dist", "build"]);
const filesMax = 200_000;

/** Finds the repository that the folder belongs to. Throws `git_missing`. */
export async function findCheckedFolder(folder: string): Promise<CheckedFolder> {
  const real = await realpath(folder);
  try {
    const found = await gitLine(["-C", real, "rev-parse", "--show-toplevel", "--absolute-git-dir"]);
    const [root = real, gitDirectory = null] = found.split("\n");
    return { root, gitDirectory };
  } catch (error) {
    if (isAppError(error, "git_failed")) return { root: real, gitDirectory: null };
    throw error;
  }
}

/**
 * Lists paths below the root, with `/`: what git tracks or would track; without git, everything but the
 * output of tools. Symbolic links count as files, as they do in a commit.
 */
export async function listFolderFiles({ root, gitDirectory }: CheckedFolder): Promise<string[]> {
  if (gitDirectory === null) return await walk(root);
  const args = ["ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate"];
  const names = await gitOutput([...treeArguments({ root, gitDirectory }), ...args]);
  const paths = names
    .toString("utf8")
    .split("\0")
    .filter((path) => path !== "");
  return paths.filter((path) => isFileOrLink(join(root, path)));
}

/** Arguments that make git work on the folder's tree. */
export function treeArguments({ root, gitDirectory }: CheckedFolder): string[] {
  return ["-C", root, `--git-dir=${gitDirectory}`, `--work-tree=${root}`];
}

function isFileOrLink(path: string): boolean {
  try {
    const entry = lstatSync(path);
    return entry.isFile() || entry.isSymbolicLink();
  } catch {
    return false;
  }
}

async function walk(root: string): Promise<string[]> {
  const paths: string[] = [];
  const folders = [""];
  for (let folder = folders.pop(); folder !== undefined && paths.length < filesMax; folder = folders.pop()) {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && !skippedFolders.has(entry.name)) folders.push(path);
      if (entry.isFile() || entry.isSymbolicLink()) paths.push(path);
    }
  }
  return paths.sort();
}
