import type { Reviewer } from "../types.ts";
import type { PullRequestCommits, StoredPullRequest } from "./pull-request-store.ts";

export interface ReviewedPullRequest extends StoredPullRequest, Omit<PullRequestCommits, "baseCommit"> {
  /** Null if git itself was used, or if unknown. */
  mergeCommit: string | null;
  /** Head of the branch at the time of the merge. */
  mergedHead: string | null;
  /** One approval per reviewer. */
  approvals: readonly { commit: string }[];
}

/** Storage of the decisions about the local host's pull requests. */
export interface ReviewStore {
  load(projectId: string, number: number): Promise<ReviewedPullRequest | null>;
  /**
   * Replaces any earlier approval by the same reviewer. Returns false if there is no such open pull request.
   */
  approve(
    projectId: string,
    number: number,
    approval: { by: Reviewer; commit: string; body: string | null },
  ): Promise<boolean>;
  /** Records a merge commit before it is pushed. Returns false if the pull request is no longer open. */
  planMerge(projectId: string, number: number, commit: string): Promise<boolean>;
  /** Does nothing if it has been closed. */
  setMerged(
    projectId: string,
    number: number,
    merge: { commit: string | null; headCommit: string; by: Reviewer | null },
  ): Promise<void>;
  /** Does nothing if it is no longer open. */
  setClosed(projectId: string, number: number): Promise<void>;
}
