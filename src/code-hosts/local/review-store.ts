import type { Reviewer } from "../types.ts";
import type { PullRequestCommits, StoredPullRequest } from "./pull-request-store.ts";

export interface ReviewedPullRequest extends StoredPullRequest, PullRequestCommits {
  /** Null when git itself was used, or when nobody knows. */
  mergeCommit: string | null;
  /** What the branch had when it was merged. */
  mergedHead: string | null;
  /** One of each reviewer. */
  approvals: readonly { commit: string }[];
}

/** Where the local host keeps what was decided about its pull requests. */
export interface ReviewStore {
  load(projectId: string, number: number): Promise<ReviewedPullRequest | null>;
  /** In place of what the same reviewer approved before. False when there is no such open pull request. */
  approve(
    projectId: string,
    number: number,
    approval: { by: Reviewer; commit: string; body: string | null },
  ): Promise<boolean>;
  /** Keeps a commit before it is pushed. False when the pull request is not open any more. */
  planMerge(projectId: string, number: number, commit: string): Promise<boolean>;
  /** Nothing happens to one that was closed. */
  setMerged(
    projectId: string,
    number: number,
    merge: { commit: string | null; headCommit: string; by: Reviewer | null },
  ): Promise<void>;
  /** Nothing happens to one that is no longer open. */
  setClosed(projectId: string, number: number): Promise<void>;
}
