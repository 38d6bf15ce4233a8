import type { ChecksReport } from "./checks-report.ts";
import type { CheckedCommit, CheckState } from "./combine-checks.ts";
import type { FeedbackEvent, ReadWebhook } from "./webhook-types.ts";

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
  /** Markdown, without the mark that a host's adapter adds. */
  body: string;
  draft: boolean;
  jobId: string;
  /** Unified diff from base to head. */
  patch: string;
  checks: { new: number; fixed: number; preexisting: number } | null;
  /** Label names. */
  labels?: readonly string[];
  /** User names, or team names prefixed with `team:` if the host has teams. */
  reviewers?: readonly string[];
  /** User names. */
  assignees?: readonly string[];
  /** Page that the git server itself offered for the branch. */
  compareUrl?: string | null;
  /** Fork that has the branch; null if it is in the repository itself. */
  fork?: Fork | null;
}

/** Repository of the credentials' own user, to which the branch is pushed. */
export interface Fork {
  /** URL for git. */
  repository: string;
  owner: string;
}

/** A comment that exists once per topic: a new one replaces the previous one. */
export interface HostComment {
  /** Lower-case letters, digits and hyphens. */
  topic: string;
  /** Markdown. */
  body: string;
}

/** The credentials' owner and the permissions that they lack, by the host's own names. */
export interface HostIdentity {
  login: string;
  missing: readonly string[];
}

/**
 * At most six methods, the same for every host. Errors are `AppError`s with the host's own text in `message`:
 * `code_host_unauthorized`, `code_host_forbidden`, `code_host_refused`, `code_host_unavailable`,
 * `ref_not_found`, `pull_request_not_found`.
 */
export interface CodeHost {
  /** Finds the open pull request of the branch. */
  findPullRequest(branch: string): Promise<PullRequestRef | null>;
  /**
   * Opens a pull request, or adopts the branch's open one. Throws `ref_not_found` if the base branch is gone.
   */
  openPullRequest(draft: PullRequestDraft): Promise<PullRequestRef>;
  /** Writes nothing if the host already has this title and body. */
  updatePullRequest(number: number, draft: PullRequestDraft): Promise<PullRequestRef>;
  getPullRequest(number: number): Promise<PullRequestRef | null>;
  comment(number: number, comment: HostComment): Promise<void>;
  whoAmI(): Promise<HostIdentity>;
}

export type MergeMethod = "merge" | "squash";

/** Current state of a pull request, for the people who decide about it. */
export interface ReviewState {
  state: PullRequestRef["state"];
  headCommit: string;
  baseRef: string;
  /** Null if the host has not worked it out yet. */
  mergeable: boolean | null;
  /** Paths, if the host names them. */
  conflicts: readonly string[];
  /** Merge methods that the repository allows. */
  methods: readonly MergeMethod[];
  /** Number of approvals; repeated ones by one account count if the host keeps them. */
  approvals: number;
  /** False if the host does not let the credentials' user approve, e.g. their own pull request. */
  canApprove: boolean;
  draft: boolean;
  /** Why it cannot be merged now, as a sentence for people; null if no obstacle is known. */
  why: string | null;
}

/** The person who decides, if Copydesk itself keeps the pull request. */
export interface Reviewer {
  name: string;
  email: string;
}

export interface ApproveInput {
  headCommit: string;
  body?: string;
  by?: Reviewer;
}

/** `headCommit` is the reviewed commit; nothing else is merged. */
export interface MergeInput extends Pick<ApproveInput, "headCommit" | "by"> {
  method: MergeMethod;
  title: string;
  message: string;
}

/**
 * Decisions about a pull request. Besides the errors of `CodeHost`: `stale_review` if the branch is no longer
 * at the reviewed commit, `merge_conflict` (with paths in `details.conflicts` if known), `merge_not_allowed`
 * with the host's own text.
 */
export interface HostReview {
  read(number: number): Promise<ReviewState>;
  /** Throws `code_host_refused` with the host's own text if users may not approve their own. */
  approve(number: number, input: ApproveInput): Promise<void>;
  /** Merges exactly once; succeeds if that commit has already been merged. */
  merge(number: number, input: MergeInput): Promise<{ mergeCommit: string | null }>;
  /** Leaves one that is already closed as it is. Throws `merge_not_allowed` if it was merged. */
  close(number: number): Promise<void>;
  /**
   * Succeeds if the branch is already gone. Throws `stale_review` if it is at another commit than expected.
   */
  deleteBranch(branch: string, expectedCommit: string): Promise<void>;
}

/** Basic authentication for git over http(s). */
export interface HttpLogin {
  username: string;
  password: string;
}

/** One file of a commit that is made through the host's API. */
export interface CommittedFile {
  path: string;
  /** Null if the file is deleted. */
  content: Buffer | null;
}

export interface ApiCommit {
  branch: string;
  /** Commit from which the branch starts; the branch is created if missing. */
  parent: string;
  message: string;
  files: readonly CommittedFile[];
}

/** A repository on its host, with the credentials of one project. */
export interface HostConnection {
  pullRequests: CodeHost;
  /** Null if git needs no login. Call again to renew short-lived tokens. */
  httpLogin(): Promise<HttpLogin | null>;
  /** Whether the user may push to the repository. Comments by others are ignored. */
  canWrite(login: string): Promise<boolean>;
  /** Returns the credentials' own fork and creates it if necessary. Absent if the host has no forks. */
  ensureFork?(): Promise<Fork>;
  /** Makes a commit through the API and returns its id; absent if the host cannot. */
  commitFiles?(commit: ApiCommit): Promise<string>;
  /**
   * Lists feedback on an open pull request: comments as `readWebhook` reports them, with the same ids, and
   * failed checks. Leaves out whatever the credentials may not read.
   */
  listFeedback?(query: FeedbackQuery): Promise<FeedbackEvent[]>;
  /** Returns the current state of the host's checks, without Copydesk's own; absent if it cannot be read. */
  readChecks?(checked: CheckedCommit): Promise<CheckState>;
  /** Shows the result of Copydesk's own checks in the repository; replaces any previous one. */
  publishChecks?(report: ChecksReport): Promise<void>;
  /**
   * Absent if the host supports no decisions through Copydesk. Branches are deleted with git, which can
   * verify the commit that they are at.
   */
  review?: Omit<HostReview, "deleteBranch">;
}

export interface FeedbackQuery {
  number: number;
  branch: string;
  /** Time of the earliest comments to return. */
  since: Date;
  /** Commit whose failed checks to return; null if none are wanted. */
  checkedCommit: string | null;
}

/** Stored encrypted with the project. */
export interface HostCredentials {
  token?: string;
  /** `oauth`: sent as a Bearer token if the host distinguishes the two kinds. */
  tokenKind?: "access" | "oauth";
  /** The token owner's name, if the host needs it: an e-mail address for Bitbucket, a user name elsewhere. */
  username?: string;
  /** Credentials of a GitHub App; `privateKey` in PEM. */
  app?: { id: string; privateKey: string };
}

export interface HostOptions {
  /** URL of the repository as git uses it: http(s) or ssh. */
  repository: string;
  /** Base URL of the API, without a trailing slash, if it does not follow from the repository's URL. */
  apiUrl: string | null;
  credentials: HostCredentials;
  /** A `fetch` that checks every address before it connects. */
  fetch: typeof fetch;
  /** Returns the paths that conflict in a trial merge; null if that cannot be determined now. */
  findConflicts?(sides: { headCommit: string; baseRef: string }): Promise<readonly string[] | null>;
  /** Waits between attempts; tests shorten it. Default: a real wait. */
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
  signal?: AbortSignal;
}

/** Static facts about a host. */
export interface HostFacts {
  /** Paths where a repository may keep its pull request template, in lower case; the first match wins. */
  templatePaths: readonly string[];
  /** The host's name for a pull request. */
  noun: "pull request" | "merge request";
  /** Set if deliveries report failed checks: the host is then not polled for them while deliveries arrive. */
  tellsChecks: boolean;
  /** Set if a pull request's body may contain folded `<details>`. */
  folds?: boolean;
}

export interface HostModule {
  facts: HostFacts;
  connect(options: HostOptions): HostConnection;
  /** Absent if the host has no webhooks. */
  readWebhook?: ReadWebhook;
}
