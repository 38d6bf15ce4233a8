import { assertRepositorySize } from "../fetch/assert-repository-size.ts";
import type { BranchHead } from "../fetch/fetch-branch-head.ts";
import { fetchCommit } from "../fetch/fetch-commit.ts";
import { type MergedTrees, mergeTrees } from "../merge/merge-trees.ts";
import { gitLine, gitOutput } from "../programs/git-output.ts";
import { compareHistories } from "./compare-histories.ts";
import {
  alreadyContained,
  type ChosenStart,
  commitForTurn,
  type FollowUpTurn,
  somePaths,
  startFresh,
} from "./follow-up-turn.ts";
import { takeBaseSide } from "./take-base-side.ts";

/**
 * Rebuilds a branch that only Copydesk pushed to on the current base branch; merges the base into a branch
 * that others pushed to as well.
 */
export async function bringUpToDate(turn: FollowUpTurn, head: BranchHead): Promise<ChosenStart> {
  const { options, base } = turn;
  const { recorded, mirror, signal, author, committer = author } = options;
  if (base.baseCommit === recorded.baseCommit) return continued(turn, head);
  const isAsWeLeftIt = head.commit === recorded.headCommit;
  if (isAsWeLeftIt && (await parentsOf(turn, head.commit)) === recorded.baseCommit) {
    return await rebase(turn, head, recorded.baseCommit);
  }
  const ends = {
    base: base.baseCommit,
    head: head.commit,
    authorEmail: author.email,
    committerEmail: committer.email,
  };
  const compared = await compareHistories({ ...options, mirror, signal }, ends);
  if (compared?.headHasBase) return continued(turn, head);
  if (compared?.baseHasHead) return startFresh(turn, alreadyContained(turn));
  const mergeBase = compared?.mergeBase ?? recorded.baseCommit;
  const isOurs = isAsWeLeftIt && compared?.isOnlyOurs === true;
  return await (isOurs ? rebase : mergeBaseIn)(turn, head, mergeBase);
}

/** Merges a tree of the job with the current base branch, three-way; null if the merge base is gone. */
export async function mergeWithBase(
  { options, base }: FollowUpTurn,
  mergeBase: string,
  tree: string,
): Promise<MergedTrees | null> {
  const { mirror, signal } = options;
  if (!(await fetchCommit({ ...options, commit: mergeBase, name: "old-base" }))) return null;
  // A merge reads whole trees, and files that are too large were not fetched.
  for (const commit of [base.baseCommit, mergeBase, tree]) {
    await assertRepositorySize({ mirror, commit, signal });
  }
  const old = await gitLine([`--git-dir=${mirror}`, "rev-parse", `${mergeBase}^{tree}`], { signal });
  return await mergeTrees({ mirror, base: old, ours: base.baseTree, theirs: tree, signal });
}

function continued({ base }: FollowUpTurn, head: BranchHead): ChosenStart {
  const { baseCommit } = base;
  return { baseCommit, startCommit: head.commit, how: "continued", conflicts: [], note: null };
}

async function rebase(turn: FollowUpTurn, head: BranchHead, mergeBase: string): Promise<ChosenStart> {
  const { baseCommit, baseTree } = turn.base;
  const merged = await mergeWithBase(turn, mergeBase, head.tree);
  const tree = await settle(turn, merged);
  if (merged === null || tree === null) return keepOnOldBase(turn, head, merged);
  const { conflicts } = merged;
  const note = noteOfTaken(turn, conflicts);
  if (tree === baseTree) return { ...startFresh(turn, note ?? alreadyContained(turn)), conflicts };
  const startCommit = await commitForTurn(turn.options, { tree, parents: [baseCommit] });
  return { baseCommit, startCommit, how: "rebased", conflicts, note };
}

async function mergeBaseIn(turn: FollowUpTurn, head: BranchHead, mergeBase: string): Promise<ChosenStart> {
  const { options, base } = turn;
  const merged = await mergeWithBase(turn, mergeBase, head.tree);
  const tree = await settle(turn, merged);
  if (merged === null || tree === null) return keepOnOldBase(turn, head, merged);
  const startCommit = await commitForTurn(options, {
    tree,
    parents: [head.commit, base.baseCommit],
    message: `Merge branch '${base.baseRef}' into ${options.branch}\n`,
  });
  const { baseCommit } = base;
  const { conflicts } = merged;
  return { baseCommit, startCommit, how: "merged_base", conflicts, note: noteOfTaken(turn, conflicts) };
}

/** Returns null if a conflict remains. */
async function settle({ options, base }: FollowUpTurn, merged: MergedTrees | null): Promise<string | null> {
  if (merged === null || merged.tree !== null) return merged?.tree ?? null;
  const { conflicts, undecided } = merged;
  if (options.takesBaseSide !== true || undecided === undefined) return null;
  const { mirror, signal } = options;
  return await takeBaseSide({ mirror, base: base.baseTree, merged: { conflicts, undecided }, signal });
}

function noteOfTaken({ base }: FollowUpTurn, conflicts: readonly string[]): string | null {
  if (conflicts.length === 0) return null;
  return `The branch ${base.baseRef} conflicts with the earlier change in ${somePaths(conflicts)}, so this turn begins with what ${base.baseRef} has there.`;
}

function keepOnOldBase(
  { options, base }: FollowUpTurn,
  head: BranchHead,
  merged: MergedTrees | null,
): ChosenStart {
  const conflicts = merged?.conflicts ?? [];
  const why =
    merged === null
      ? `has no commit in common with ${options.branch} any more`
      : `conflicts with the earlier change in ${somePaths(conflicts)}`;
  return {
    baseCommit: options.recorded.baseCommit,
    startCommit: head.commit,
    how: "kept_on_old_base",
    conflicts,
    note: `The branch ${base.baseRef} ${why}, so this turn goes on from the older state.`,
  };
}

/** Returns the parents named in the commit itself, whether or not they were fetched. */
async function parentsOf({ options }: FollowUpTurn, commit: string): Promise<string> {
  const args = [`--git-dir=${options.mirror}`, "cat-file", "commit", commit];
  const text = (await gitOutput(args, { signal: options.signal })).toString("utf8");
  const header = text.slice(0, text.indexOf("\n\n"));
  return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent]) => parent).join(" ");
}
