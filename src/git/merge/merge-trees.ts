import { commitTree } from "../commit/commit-tree.ts";
import { gitFailed } from "../programs/git-output.ts";
import { runGit } from "../programs/run-git.ts";

interface TreeMerge {
  mirror: string;
  /** Trees, by their ids. */
  base: string;
  ours: string;
  theirs: string;
  signal?: AbortSignal;
}

export interface MergedTrees {
  /** Null if there are conflicts. */
  tree: string | null;
  /** Repository paths. */
  conflicts: string[];
  /**
   * If there are conflicts: the tree as git left it, and the paths it could not decide there, including
   * names that it made up.
   */
  undecided?: { tree: string; paths: string[] };
}

/**
 * Fixed, so that the host gets the same result when it merges the same commits, and cheap enough for any
 * repository.
 */
const settings = [
  "merge.renames=true",
  "merge.directoryRenames=conflict",
  "merge.renameLimit=1000",
  "merge.renormalize=false",
  "merge.conflictStyle=merge",
].flatMap((setting) => ["-c", setting]);

const nobody = { name: "nobody", email: "nobody@localhost" };

/**
 * Merges two trees with their common base, using objects of the mirror only: attributes in the trees and
 * merge drivers have no influence. Throws `git_failed`, `workspace_disk_full`.
 */
export async function mergeTrees({ mirror, base, ours, theirs, signal }: TreeMerge): Promise<MergedTrees> {
  if (ours === theirs || theirs === base) return { tree: ours, conflicts: [] };
  if (ours === base) return { tree: theirs, conflicts: [] };
  // git 2.39 takes a merge base from history only, so three commits without a ref provide one.
  const root = await commitOf(mirror, base, []);
  const left = await commitOf(mirror, ours, [root]);
  const right = await commitOf(mirror, theirs, [root]);
  const flags = ["--write-tree", "-z", "--name-only", "--no-messages"];
  const args = [`--git-dir=${mirror}`, ...settings, "merge-tree", ...flags, left, right];
  const result = await runGit(args, { signal });
  if (result.ended !== "exit" || (result.code !== 0 && result.code !== 1)) throw gitFailed(args, result);
  const [tree, ...paths] = result.stdout.toString("utf8").split("\0");
  if (result.code === 0) return { tree: tree!, conflicts: [] };
  // A file in the way of a folder is listed as `<path>~<commit>`.
  const undecided = paths.filter((path) => path !== "");
  const named = undecided.map((path) => path.replace(/~[0-9a-f]{40,64}$/, ""));
  return { tree: null, conflicts: [...new Set(named)], undecided: { tree: tree!, paths: undecided } };
}

async function commitOf(mirror: string, tree: string, parents: readonly string[]): Promise<string> {
  const content = { message: "merge\n", author: nobody, date: new Date(0) };
  return await commitTree({ mirror, tree, parents, ...content });
}
