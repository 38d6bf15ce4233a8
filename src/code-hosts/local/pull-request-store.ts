import type { HostComment, PullRequestDraft, PullRequestRef } from "../types.ts";

export type StoredPullRequest = Pick<PullRequestRef, "number" | "state" | "branch">;

export interface PullRequestCommits extends Pick<PullRequestDraft, "baseRef" | "headCommit"> {
  /** Commits that were to merge it, whether they were pushed or not. */
  plannedMerges: readonly string[];
}

/** Where the local host keeps its pull requests. A project has at most one open one per branch. */
export interface PullRequestStore {
  findOpen(projectId: string, branch: string): Promise<StoredPullRequest | null>;
  /** The open one of the branch when there is one already, else a new one with the project's next number. */
  insert(projectId: string, draft: PullRequestDraft): Promise<StoredPullRequest>;
  /** Null when the project has no open pull request of that number. */
  update(projectId: string, number: number, draft: PullRequestDraft): Promise<StoredPullRequest | null>;
  load(projectId: string, number: number): Promise<(StoredPullRequest & PullRequestCommits) | null>;
  /** False when there is no such pull request. */
  comment(projectId: string, number: number, comment: HostComment): Promise<boolean>;
  /** An open pull request was merged in git; nothing happens to one that is no longer open. */
  setMerged(projectId: string, number: number): Promise<void>;
}
