export interface PullRequestRef {
  number: number;
  url: string;
  state: "open" | "merged" | "closed";
  branch: string;
}

export interface PullRequestDraft {
  branch: string;
  baseRef: string;
  baseCommit: string;
  headCommit: string;
  title: string;
  body: string;
  draft: boolean;
  jobId: string;
  /** Unified diff from base to head. */
  patch: string;
  checks: { new: number; fixed: number; preexisting: number } | null;
}

/** At most six methods, the same for every host. Errors are `AppError`s with the host's own text in `message`. */
export interface CodeHost {
  findPullRequest(branch: string): Promise<PullRequestRef | null>;
  openPullRequest(draft: PullRequestDraft): Promise<PullRequestRef>;
  updatePullRequest(number: number, draft: PullRequestDraft): Promise<PullRequestRef>;
  getPullRequest(number: number): Promise<PullRequestRef | null>;
}

/** Of a project's repository. Throws `invalid_configuration` for a host that is not known. */
export type OpenCodeHost = (project: { host: string; projectId: string; repository: string }) => CodeHost;
