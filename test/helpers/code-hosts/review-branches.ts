import { git } from "../git-fixture.ts";
import { branchCommit } from "./branch-commits.ts";

export interface Sides {
  /** Bare repository of the base branch. */
  folder: string;
  base: string;
  headFolder: string;
  head: string;
}

export interface Tried {
  headCommit: string;
  baseCommit: string;
  tree: string;
  /** Paths. */
  conflicts: string[];
}

/** What a merge would come to, by git. Null when a branch is gone. */
export async function tryBranches({ folder, base, headFolder, head }: Sides): Promise<Tried | null> {
  const baseCommit = await branchCommit(folder, base);
  const headCommit = await branchCommit(headFolder, head);
  if (baseCommit === null || headCommit === null) return null;
  if (headFolder !== folder) await git(folder, ["fetch", "--quiet", headFolder, headCommit]);
  return { headCommit, baseCommit, ...(await tryCommits(folder, baseCommit, headCommit)) };
}

async function tryCommits(folder: string, base: string, head: string) {
  const args = ["merge-tree", "--write-tree", "--name-only", "--no-messages", base, head];
  // A merge with conflicts ends with 1, which the helper takes for a failure.
  const script = `git ${args.join(" ")}; test $? -le 1`;
  const shell = `!f() { ${script}; }; f`;
  const [tree = "", ...conflicts] = (await git(folder, ["-c", `alias.try=${shell}`, "try"])).split("\n");
  return { tree, conflicts: conflicts.filter((path) => path !== "") };
}

/** Merges for real, whatever was tried: the base branch moves to the commit, which is returned. */
export async function landBranch(
  { folder, base }: Pick<Sides, "folder" | "base">,
  { headCommit, baseCommit, tree }: Tried,
  { isSquash, message }: { isSquash: boolean; message: string },
): Promise<string> {
  const parents = isSquash ? ["-p", baseCommit] : ["-p", baseCommit, "-p", headCommit];
  const commit = await git(folder, ["commit-tree", tree, ...parents], { input: `${message}\n` });
  await git(folder, ["update-ref", `refs/heads/${base}`, commit, baseCommit]);
  return commit;
}

/** As Copydesk itself merges them in its mirror: the paths that conflict. */
export function conflictFinder(folder: string) {
  return async ({ headCommit, baseRef }: { headCommit: string; baseRef: string }) =>
    await tryCommits(folder, baseRef, headCommit).then(({ conflicts }) => conflicts);
}
