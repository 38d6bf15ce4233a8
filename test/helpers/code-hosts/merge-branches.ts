import { git } from "../git-fixture.ts";
import { branchCommit } from "./branch-commits.ts";

/** Merges a branch, also one of another repository, for real, and answers the merge's commit. */
export async function mergeBranches(options: {
  folder: string;
  base: string;
  headFolder: string;
  head: string;
  message: string;
}): Promise<string> {
  const { folder, base, headFolder, head, message } = options;
  const commit = await mustFindBranch(headFolder, head);
  if (headFolder !== folder) await git(folder, ["fetch", "--quiet", headFolder, commit]);
  const before = await mustFindBranch(folder, base);
  const tree = (await git(folder, ["merge-tree", "--write-tree", before, commit])).split("\n")[0]!;
  const merge = await git(folder, ["commit-tree", tree, "-p", before, "-p", commit, "-m", message]);
  await git(folder, ["update-ref", `refs/heads/${base}`, merge, before]);
  return merge;
}

async function mustFindBranch(folder: string, branch: string): Promise<string> {
  const commit = await branchCommit(folder, branch);
  if (commit === null) throw new Error(`there is no branch ${branch}`);
  return commit;
}
