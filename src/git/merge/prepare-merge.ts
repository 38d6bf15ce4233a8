import { AppError } from "../../errors.ts";
import { assertRepositorySize } from "../fetch/assert-repository-size.ts";
import type { MirrorOptions } from "../fetch/bring-into-mirror.ts";
import { type FetchedBase, fetchBaseInto } from "../fetch/fetch-base.ts";
import { type BranchHead, fetchBranchHead } from "../fetch/fetch-branch-head.ts";
import { fetchCommit } from "../fetch/fetch-commit.ts";
import { findMergeBase } from "../follow-up/compare-histories.ts";
import { isMerged } from "../follow-up/is-merged.ts";
import { ancestorsOf, readHistory } from "../history/read-history.ts";
import { gitLine, gitOutput } from "../programs/git-output.ts";
import { type MergedTrees, mergeTrees } from "./merge-trees.ts";

export interface MergeSides extends MirrorOptions {
  /** Name under which the mirror holds both sides: a plain name, for `deleteJobRefs` afterwards. */
  holder: string;
  branch: string;
  /** Commit of the branch when it was last looked at. */
  headCommit: string;
  baseRef: string;
  /**
   * Returns the commits recorded for merging the branch: the process that made one may have died after
   * pushing it. Called after the base branch was read, so that all commits on it by then are included.
   */
  loadPlanned(): Promise<readonly string[]>;
}

export type PreparedMerge =
  /** The base branch contains the branch; `commit` is the recorded commit that merged it, if any. */
  | { kind: "merged"; commit: string | null }
  | { kind: "open"; base: FetchedBase; head: BranchHead; result: MergedTrees };

/**
 * Works out the merge of a branch into its base branch, both in their current state on the remote. Throws
 * `stale_review` if the branch is gone, `merge_not_allowed` if the two have no commit in common, and what
 * fetching both throws.
 */
export async function prepareMerge(sides: MergeSides): Promise<PreparedMerge> {
  const { holder, baseRef } = sides;
  const base = await fetchBaseInto({ ...sides, ref: baseRef, jobId: holder });
  const head = await fetchBranchHead({ ...sides, jobId: holder });
  const planned = await sides.loadPlanned();
  if (head === null) return await mergedWithoutBranch(sides, planned);
  const related = await relate(sides, { base, head, planned });
  if (related.kind === "merged") return related;
  return { kind: "open", base, head, result: await mergeOnBase(sides, base, head, related.mergeBase) };
}

/** Branches are often deleted after a merge. */
async function mergedWithoutBranch(sides: MergeSides, planned: readonly string[]): Promise<PreparedMerge> {
  const { branch, headCommit, baseRef } = sides;
  for (const commit of planned) {
    if (await isMerged({ ...sides, headCommit: commit })) return { kind: "merged", commit };
  }
  if (await isMerged(sides)) return { kind: "merged", commit: null };
  throw new AppError(
    "stale_review",
    `The branch ${branch} is gone, and ${baseRef} does not have its commit ${headCommit.slice(0, 12)}.`,
  );
}

/** Both commits are in the mirror. */
type RelatedSides = MirrorOptions & Pick<MergeSides, "holder" | "branch">;

type Related = { kind: "merged"; commit: string | null } | { kind: "apart"; mergeBase: string };

export async function relate(
  sides: RelatedSides,
  { base, head, planned }: { base: FetchedBase; head: BranchHead; planned: readonly string[] },
): Promise<Related> {
  const { baseCommit, baseRef } = base;
  if (baseCommit === head.commit) return { kind: "merged", commit: null };
  // The base branch has not moved since, so no history has to be read.
  if ((await parentsOf(sides, head.commit)) === baseCommit) return { kind: "apart", mergeBase: baseCommit };
  const related = await readHistory<Related>(sides, [baseCommit, head.commit], async (history) => {
    const onBase = ancestorsOf(history, baseCommit);
    const commit = planned.find((one) => onBase.has(one)) ?? null;
    if (commit !== null || onBase.has(head.commit)) return { kind: "merged", commit };
    const mergeBase = await findMergeBase(history, baseCommit, head.commit, sides.signal);
    return mergeBase === null ? undefined : { kind: "apart", mergeBase };
  });
  if (related !== undefined) return related;
  throw new AppError(
    "merge_not_allowed",
    `${sides.branch} and ${baseRef} have no commit in common within their last 2,000.`,
  );
}

export async function mergeOnBase(
  sides: RelatedSides,
  { baseCommit }: FetchedBase,
  head: BranchHead,
  mergeBase: string,
): Promise<MergedTrees> {
  const { mirror, holder, signal } = sides;
  if (mergeBase === baseCommit) return { tree: head.tree, conflicts: [] };
  if (!(await fetchCommit({ ...sides, commit: mergeBase, jobId: holder, name: "old-base" }))) {
    throw new AppError("merge_not_allowed", `The repository does not hand out ${mergeBase.slice(0, 12)}.`);
  }
  // A merge reads whole trees, and files that are too large were not fetched.
  for (const commit of [baseCommit, mergeBase, head.commit]) {
    await assertRepositorySize({ mirror, commit, signal });
  }
  const trees = [mergeBase, baseCommit].map((commit) => `${commit}^{tree}`);
  const [base, ours] = (await gitLine([`--git-dir=${mirror}`, "rev-parse", ...trees], { signal })).split(
    "\n",
  );
  return await mergeTrees({ mirror, base: base!, ours: ours!, theirs: head.tree, signal });
}

/** Returns the parents named in the commit itself, whether or not they were fetched. */
async function parentsOf({ mirror, signal }: MirrorOptions, commit: string): Promise<string> {
  const args = [`--git-dir=${mirror}`, "cat-file", "commit", commit];
  const text = (await gitOutput(args, { signal })).toString("utf8");
  const header = text.slice(0, text.indexOf("\n\n"));
  return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent]) => parent).join(" ");
}
