import { fetchCommit } from "../fetch/fetch-commit.ts";
import { gitLine } from "../programs/git-output.ts";
import { applyPatch, applyPatchMerging } from "./apply-patch.ts";
import { mergeWithBase } from "./bring-up-to-date.ts";
import {
  alreadyContained,
  type ChosenStart,
  commitForTurn,
  type FollowUpTurn,
  somePaths,
  startFresh,
} from "./follow-up-turn.ts";
import { isMerged } from "./is-merged.ts";

/**
 * Restores the earlier change of a deleted branch as one new commit. The old commit is no use as a start: a
 * host refuses a push from a shallow clone whose oldest commit none of its branches leads to.
 */
export async function restoreBranch(turn: FollowUpTurn): Promise<ChosenStart> {
  const { options } = turn;
  const { recorded } = options;
  if (recorded.headCommit === null && recorded.patch === null) return startFresh(turn, null);
  const hasOldBase = await fetchCommit({ ...options, commit: recorded.baseCommit, name: "old-base" });
  if (!hasOldBase) return await restoreOnNewBase(turn);
  const earlier = await earlierTree(turn);
  if (earlier === null) return startFresh(turn, lost(turn));
  const chosen = await restoreTree(turn, earlier.tree);
  return earlier.isPushed || chosen.how === "fresh" ? chosen : { ...chosen, isUnpublished: true };
}

async function restoreTree(turn: FollowUpTurn, tree: string): Promise<ChosenStart> {
  const { base, options } = turn;
  const { baseCommit } = options.recorded;
  if (baseCommit === base.baseCommit) return await restored(turn, tree);
  const merged = await mergeWithBase(turn, baseCommit, tree);
  if (merged === null) return startFresh(turn, lost(turn));
  if (merged.tree !== null) return await restored(turn, merged.tree);
  return await restoreOnOldBase(turn, tree, merged.conflicts);
}

/** Returns the tree that the last turn pushed, or its patch applied to its base. */
async function earlierTree({ options }: FollowUpTurn): Promise<{ tree: string; isPushed: boolean } | null> {
  const { mirror, recorded, signal } = options;
  const { headCommit, baseCommit, patch } = recorded;
  if (headCommit !== null && (await fetchCommit({ ...options, commit: headCommit, name: "head" }))) {
    const tree = await gitLine([`--git-dir=${mirror}`, "rev-parse", `${headCommit}^{tree}`], { signal });
    return { tree, isPushed: true };
  }
  const tree = patch === null ? null : await applyPatch({ mirror, onto: baseCommit, patch, signal });
  return tree === null ? null : { tree, isPushed: false };
}

async function restoreOnNewBase(turn: FollowUpTurn): Promise<ChosenStart> {
  const { mirror, recorded, signal } = turn.options;
  const { patch } = recorded;
  const onto = turn.base.baseCommit;
  const tree = patch === null ? null : await applyPatchMerging({ mirror, onto, patch, signal });
  if (tree === null) return startFresh(turn, lost(turn));
  const chosen = await restored(turn, tree);
  return chosen.how === "fresh" ? chosen : { ...chosen, isUnpublished: true };
}

async function restored(turn: FollowUpTurn, tree: string): Promise<ChosenStart> {
  const { baseCommit, baseTree } = turn.base;
  if (tree === baseTree) return startFresh(turn, alreadyContained(turn));
  const startCommit = await commitRestored(turn, tree, baseCommit);
  const { branch, recorded, isOnFork } = turn.options;
  const wasDeleted = recorded.headCommit !== null && !isOnFork;
  const note = wasDeleted
    ? `The branch ${branch} was deleted; the earlier change was restored from Copydesk's record.`
    : null;
  return { baseCommit, startCommit, how: "restored", conflicts: [], note };
}

/**
 * Restores the change on the old base, if the base branch still contains that: a host refuses a commit on
 * top of anything else.
 */
async function restoreOnOldBase(turn: FollowUpTurn, tree: string, conflicts: string[]): Promise<ChosenStart> {
  const { options, base } = turn;
  const { baseCommit } = options.recorded;
  const isOnBase = await isMerged({ ...options, baseRef: base.baseRef, headCommit: baseCommit });
  if (!isOnBase) return startFresh(turn, lost(turn));
  const startCommit = await commitRestored(turn, tree, baseCommit);
  const where = somePaths(conflicts);
  const note = `The branch ${options.branch} was deleted and its earlier change was restored, but ${base.baseRef} conflicts with it in ${where}, so this turn goes on from the older state.`;
  return { baseCommit, startCommit, how: "kept_on_old_base", conflicts, note };
}

/**
 * Dates the commit a second after the first one, so that it is the same whether or not the mirror knows
 * that one.
 */
async function commitRestored({ options }: FollowUpTurn, tree: string, parent: string): Promise<string> {
  const date = new Date(options.date.getTime() + 1_000);
  return await commitForTurn(options, { tree, parents: [parent], date });
}

function lost({ options, base }: FollowUpTurn): string {
  return `The branch ${options.branch} was deleted and its earlier change could not be restored, so this turn starts from ${base.baseRef} as it is now.`;
}
