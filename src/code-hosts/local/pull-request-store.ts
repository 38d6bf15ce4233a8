import type { HostComment, PullRequestDraft, PullRequestRef } from "../types.ts";

export type StoredPullRequest = Pick<PullRequestRef, "number" | "state" | "branch">;

export interface PullRequestCommits extends Pick<PullRequestDraft, "baseRef" | "baseCommit" | "headCommit"> {
  /** Commits prepared for a merge, pushed or not. */
  plannedMerges: readonly string[];
}

/** Storage of the local host's pull requests. A project has at most one open pull request per branch. */
export interface PullRequestStore {
  findOpen(projectId: string, branch: string): Promise<StoredPullRequest | null>;
  /**
   * Returns the branch's open pull request if there is one, else creates one with the project's next number.
   */
  insert(projectId: string, draft: PullRequestDraft): Promise<StoredPullRequest>;
  /** Returns null if the project has no open pull request of that number. */
  update(projectId: string, number: number, draft: PullRequestDraft): Promise<StoredPullRequest | null>;
  load(projectId: string, number: number): Promise<(StoredPullRequest & PullRequestCommits) | null>;
  /** Returns false if there is no such pull request. */
  comment(projectId: string, number: number, comment: HostComment): Promise<boolean>;
  /** Marks an open pull request as merged with git; does nothing if it is no longer open. */
  setMerged(projectId: string, number: number): Promise<void>;
}
