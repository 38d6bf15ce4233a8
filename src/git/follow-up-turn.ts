import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { MirrorOptions } from "./bring-into-mirror.ts";
import { type CommitTreeOptions, commitTree } from "./commit-tree.ts";
import type { FetchedBase } from "./fetch-base.ts";

/**
 * The message is that of commits that have to be made to start from; a merge of the base gets one of its own.
 */
export interface FollowUpOptions
  extends MirrorOptions,
    Pick<CommitTreeOptions, "message" | "author" | "committer" | "date" | "signing"> {
  jobId: string;
  /** The job's own branch. */
  branch: string;
  /**
   * The branch is in a fork, where only Copydesk writes: it is made again from the record, in place of what
   * it has.
   */
  isOnFork?: boolean;
  /** Where the base branch conflicts, its side is taken, and the turn brings the earlier change in again. */
  takesBaseSide?: boolean;
  /** Branch that the pull request is for; null for the one that the repository's HEAD names. */
  baseRef: string | null;
  /** What the last turn left behind. */
  recorded: {
    baseCommit: string;
    /** The commit that it pushed. */
    headCommit: string | null;
    /** Unified, from `baseCommit`. */
    patch: string | null;
  };
  pullRequest: "open" | "merged" | "closed" | "none";
}

/**
 * - `continued`: from the branch as it is
 * - `rebased`: the earlier change, in one commit on the base branch of now
 * - `merged_base`: the base branch of now merged into a branch that others have pushed to
 * - `restored`: the earlier change of a branch that was deleted, in one commit
 * - `fresh`: from the base branch of now
 * - `kept_on_old_base`: the base branch of now conflicts with the earlier change
 *
 * `rebased` and `merged_base` with conflicts: these paths are as the base branch has them.
 */
type FollowUpHow = "continued" | "rebased" | "merged_base" | "restored" | "fresh" | "kept_on_old_base";

export interface FollowUpStart {
  baseRef: string;
  /** Of the base branch now, or the old one when the start is not up to date with it. */
  baseCommit: string;
  /** Parent of the turn's commit; its tree is what the agent gets. */
  startCommit: string;
  /** What the remote has as the job's branch, for the lease of the push; null when it has none. */
  expectedRemoteCommit: string | null;
  how: FollowUpHow;
  /** Repository paths. */
  conflicts: string[];
  /** One sentence for people when something unusual has happened. */
  note: string | null;
  /** The start holds work that no push has been through: it is judged with the turn's own. */
  isUnpublished?: true;
}

/** A start without what is the same for every one of the turn. */
export type ChosenStart = Omit<FollowUpStart, "baseRef" | "expectedRemoteCommit">;

export interface FollowUpTurn {
  options: FollowUpOptions;
  /** The base branch now. */
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
 * A commit with the turn's author and date. Not one that was fetched before: the mirror takes it to have no
 * parents, and a host refuses what rests on it unless a branch leads there; then the date is a second later.
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
