import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type CommitTreeOptions, commitTree } from "../commit/commit-tree.ts";
import type { MirrorOptions } from "../fetch/bring-into-mirror.ts";
import type { FetchedBase } from "../fetch/fetch-base.ts";

/** `message` is for the commits that have to be made as a starting point; a merge of the base has its own. */
export interface FollowUpOptions
  extends MirrorOptions,
    Pick<CommitTreeOptions, "message" | "author" | "committer" | "date" | "signing"> {
  jobId: string;
  /** The job's own branch. */
  branch: string;
  /**
   * True if the branch is in a fork, where only Copydesk writes: it is rebuilt from the record, whatever it
   * has.
   */
  isOnFork?: boolean;
  /** Resolves conflicts with the base branch in its favour; the turn then makes the earlier change again. */
  takesBaseSide?: boolean;
  /** Base branch of the pull request; null for the repository's default branch. */
  baseRef: string | null;
  /** State that the last turn left behind. */
  recorded: {
    baseCommit: string;
    /** Commit that the turn pushed. */
    headCommit: string | null;
    /** Unified diff against `baseCommit`. */
    patch: string | null;
  };
  pullRequest: "open" | "merged" | "closed" | "none";
}

/**
 * - `continued`: from the branch as it is
 * - `rebased`: the earlier change, in one commit on the current base branch
 * - `merged_base`: the current base branch merged into a branch that others have pushed to
 * - `restored`: the earlier change of a branch that was deleted, in one commit
 * - `fresh`: from the current base branch
 * - `kept_on_old_base`: the current base branch conflicts with the earlier change
 *
 * `rebased` and `merged_base` with conflicts: these paths are as on the base branch.
 */
type FollowUpHow = "continued" | "rebased" | "merged_base" | "restored" | "fresh" | "kept_on_old_base";

export interface FollowUpStart {
  baseRef: string;
  /** Current commit of the base branch, or the old one if the start is not up to date with it. */
  baseCommit: string;
  /** Parent of the turn's commit; the agent works on its tree. */
  startCommit: string;
  /**
   * Current commit of the job's branch on the remote, for the lease of the push; null if there is no such
   * branch.
   */
  expectedRemoteCommit: string | null;
  how: FollowUpHow;
  /** Repository paths. */
  conflicts: string[];
  /** One sentence for people if something unusual has happened. */
  note: string | null;
  /** Set if the start holds work that was never pushed: it is checked together with the turn's own. */
  isUnpublished?: boolean;
}

/** A start without the fields that are the same for every start of the turn. */
export type ChosenStart = Omit<FollowUpStart, "baseRef" | "expectedRemoteCommit">;

export interface FollowUpTurn {
  options: FollowUpOptions;
  /** Current state of the base branch. */
  base: FetchedBase & { baseTree: string };
}

export function startFresh({ base }: FollowUpTurn, note: string | null): ChosenStart {
  return { baseCommit: base.baseCommit, startCommit: base.baseCommit, how: "fresh", conflicts: [], note };
}

export function alreadyContained({ base }: FollowUpTurn): string {
  return `The branch ${base.baseRef} already contains the earlier change, so this turn starts from it.`;
}

/** "a.md, b.md and 3 more" */
export function somePaths(paths: readonly string[]): string {
  const rest = paths.length - 5;
  return paths.slice(0, 5).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/**
 * Makes a commit with the turn's author and date. If that commit was fetched before, the date moves on by a
 * second: the mirror takes a fetched commit to have no parents, and a host refuses commits on top of it
 * unless a branch leads there.
 */
export async function commitForTurn(
  { mirror, message, author, committer, date, signing, signal }: FollowUpOptions,
  commit: Pick<CommitTreeOptions, "tree" | "parents"> & { message?: string; date?: Date },
): Promise<string> {
  const shallow = await readFile(join(mirror, "shallow"), "utf8").catch(nothingThere);
  for (let time = (commit.date ?? date).getTime(); ; time += 1_000) {
    const shared = { mirror, message, author, committer, signing, signal };
    const made = await commitTree({ ...shared, ...commit, date: new Date(time) });
    if (!shallow.includes(made)) return made;
  }
}

function nothingThere(error: NodeJS.ErrnoException): string {
  if (error.code === "ENOENT") return "";
  throw error;
}
