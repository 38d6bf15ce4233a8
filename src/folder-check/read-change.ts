import { AppError, isAppError } from "../errors.ts";
import { createCommitReader } from "../git/mirror/create-commit-reader.ts";
import { gitLine, gitOutput } from "../git/programs/git-output.ts";
import { type CheckedFolder, treeArguments } from "./list-folder-files.ts";

/** Difference between a working tree and a commit. */
export interface FolderChange {
  /** Commit that the tree is compared with. */
  commit: string;
  /**
   * Null if the branches have no common commit here, as in a shallow clone; then the revision itself is
   * compared.
   */
  mergeBase: string | null;
  changedPaths: string[];
  newPaths: string[];
  /** Old path → current path. */
  renames: Map<string, string>;
  /** Files of the commit; `close` ends their reader. */
  before: {
    paths: readonly string[];
    read(path: string): Promise<Buffer>;
    idOf(path: string): string | null;
    close(): void;
  };
}

/** The files are on this machine already, and most of what is large is read by no check. */
const anyBytes = { maxFileBytes: Number.POSITIVE_INFINITY, maxTotalBytes: Number.POSITIVE_INFINITY };

/**
 * Reads what the tree, including uncommitted files, has changed since it left `revision`: it is compared with
 * the newest common commit, so that others' later work on that branch does not count. Throws `ref_not_found`,
 * and `invalid_request` outside git.
 */
export async function readChange(folder: CheckedFolder, revision: string): Promise<FolderChange> {
  if (folder.gitDirectory === null)
    throw new AppError("invalid_request", "--base needs a git repository, and this folder is not in one.");
  const tree = treeArguments(folder);
  const named = await findCommit(tree, revision);
  const mergeBase = await gitLine([...tree, "merge-base", named, "HEAD"]).catch((error: unknown) => {
    if (isAppError(error, "git_failed")) return null;
    throw error;
  });
  const commit = mergeBase ?? named;
  const args = ["diff", "--name-status", "-z", "--find-renames", "--no-ext-diff", commit, "--"];
  const changes = parseNameStatus((await gitOutput([...tree, ...args])).toString("utf8"));
  const others = await gitOutput([...tree, "ls-files", "-z", "--others", "--exclude-standard"]);
  const added = others
    .toString("utf8")
    .split("\0")
    .filter((path) => path !== "");
  const { open, close } = createCommitReader({ limits: anyBytes });
  const opened = await open({ gitDirectory: folder.gitDirectory, commit });
  return {
    ...{ commit, mergeBase, renames: changes.renames },
    before: { ...opened, close },
    changedPaths: [...new Set([...changes.changedPaths, ...added])],
    newPaths: [...new Set([...changes.newPaths, ...added])],
  };
}

async function findCommit(tree: readonly string[], revision: string): Promise<string> {
  try {
    const name = `${revision}^{commit}`;
    return await gitLine([...tree, "rev-parse", "--verify", "--quiet", "--end-of-options", name]);
  } catch (error) {
    if (!isAppError(error, "git_failed")) throw error;
    const hint = "Fetch it first, for example with: git fetch origin main";
    throw new AppError("ref_not_found", `git knows no revision ${JSON.stringify(revision)} here. ${hint}`);
  }
}

/** Reads `git diff --name-status -z`. */
function parseNameStatus(text: string): Pick<FolderChange, "changedPaths" | "newPaths" | "renames"> {
  const fields = text.split("\0");
  const changedPaths: string[] = [];
  const newPaths: string[] = [];
  const renames = new Map<string, string>();
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const status = fields[at]!;
    let path = fields[at + 1]!;
    changedPaths.push(path);
    if (status.startsWith("R")) {
      at += 1;
      renames.set(path, fields[at + 1]!);
      path = fields[at + 1]!;
      changedPaths.push(path);
    }
    if (/^[ARC]/.test(status)) newPaths.push(path);
  }
  return { changedPaths, newPaths, renames };
}
