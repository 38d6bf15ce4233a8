import type { ChecksReport } from "./checks-report.ts";
import type { CheckedCommit, CheckState } from "./combine-checks.ts";

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
  /** By name. */
  labels?: readonly string[];
  /** Names of users, or of teams where the host knows them (`team:` before the name). */
  reviewers?: readonly string[];
  /** Names of users. */
  assignees?: readonly string[];
  /** A page that the git server itself offered for the branch. */
  compareUrl?: string | null;
  /** Where the branch is, when it is not in the repository itself. */
  fork?: Fork | null;
}

/** A repository of the credentials' own user that the branch is pushed to. */
export interface Fork {
  /** URL for git. */
  repository: string;
  owner: string;
}

/** What is said once under a topic: saying it again replaces what was said before. */
export interface HostComment {
  /** Lower-case letters, digits and hyphens. */
  topic: string;
  /** Markdown. */
  body: string;
}

/** Who the credentials belong to, and what they lack, by the host's own names of permissions. */
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
  /** The open one of the branch. */
  findPullRequest(branch: string): Promise<PullRequestRef | null>;
  /**
   * Opens it, or adopts the one that is open for the branch already. `ref_not_found` for a base branch that
   * is gone.
   */
  openPullRequest(draft: PullRequestDraft): Promise<PullRequestRef>;
  /** Writes nothing when the host has the same title and body already. */
  updatePullRequest(number: number, draft: PullRequestDraft): Promise<PullRequestRef>;
  getPullRequest(number: number): Promise<PullRequestRef | null>;
  comment(number: number, comment: HostComment): Promise<void>;
  whoAmI(): Promise<HostIdentity>;
}

export type MergeMethod = "merge" | "squash";

/** A pull request as whoever decides about it needs it, fresh from the host. */
export interface ReviewState {
  state: PullRequestRef["state"];
  headCommit: string;
  baseRef: string;
  /** Null: the host has not worked it out yet. */
  mergeable: boolean | null;
  /** Paths, where the host names them. */
  conflicts: readonly string[];
  /** What the repository allows. */
  methods: readonly MergeMethod[];
  /** How often it was approved; a second time by one account counts where the host keeps it. */
  approvals: number;
  /** False where the host does not let the credentials' user approve, as for one's own pull request. */
  canApprove: boolean;
  draft: boolean;
  /** Why it cannot be merged now, a sentence for people; null when nothing is known to be in the way. */
  why: string | null;
}

/** Who decides, where Copydesk itself keeps the pull request. */
export interface Reviewer {
  name: string;
  email: string;
}

export interface ApproveInput {
  headCommit: string;
  body?: string;
  by?: Reviewer;
}

/** `headCommit` is what was reviewed: nothing else is merged. */
export interface MergeInput extends Pick<ApproveInput, "headCommit" | "by"> {
  method: MergeMethod;
  title: string;
  message: string;
}

/**
 * Deciding about a pull request. Besides the errors of `CodeHost`: `stale_review` when its branch has another
 * commit than the one that was reviewed, `merge_conflict` (with the paths in `details.conflicts` where they
 * are known), `merge_not_allowed` in the host's words.
 */
export interface HostReview {
  read(number: number): Promise<ReviewState>;
  /** `code_host_refused` in the host's words where one may not approve one's own. */
  approve(number: number, input: ApproveInput): Promise<void>;
  /** Exactly once: one that is merged already at that commit is a success. */
  merge(number: number, input: MergeInput): Promise<{ mergeCommit: string | null }>;
  /** One that is closed already stays so; `merge_not_allowed` for one that was merged. */
  close(number: number): Promise<void>;
  /** A branch that is gone is a success; `stale_review` when it has another commit than the expected one. */
  deleteBranch(branch: string, expectedCommit: string): Promise<void>;
}

/** How git reaches the host's repositories over http(s): user and password of Basic authentication. */
export interface HttpLogin {
  username: string;
  password: string;
}

/** One file of a commit that is made through the host's API. */
export interface CommittedFile {
  path: string;
  /** Null: deleted. */
  content: Buffer | null;
}

export interface ApiCommit {
  branch: string;
  /** What the branch starts from; it is made when it is not there. */
  parent: string;
  message: string;
  files: readonly CommittedFile[];
}

/** A repository on its host, with the credentials of one project. */
export interface HostConnection {
  pullRequests: CodeHost;
  /** Null when git needs none. Short-lived tokens are renewed by asking again. */
  httpLogin(): Promise<HttpLogin | null>;
  /** Whether the user may push to the repository: only such people's comments are acted upon. */
  canWrite(login: string): Promise<boolean>;
  /** The credentials' own fork, made when there is none. Absent where the host has no forks. */
  ensureFork?(): Promise<Fork>;
  /** Makes a commit through the API and answers its id; absent where the host cannot. */
  commitFiles?(commit: ApiCommit): Promise<string>;
  /**
   * What was said about an open pull request: comments as `readWebhook` tells them, with the same ids, and
   * checks that have failed. What the credentials may not read is left out.
   */
  listFeedback?(query: FeedbackQuery): Promise<FeedbackEvent[]>;
  /**
   * What the host's checks say of a commit now, without Copydesk's own; absent where that cannot be asked.
   */
  readChecks?(checked: CheckedCommit): Promise<CheckState>;
  /**
   * Shows what Copydesk's own checks say of a commit in the repository itself; said again it replaces itself.
   */
  publishChecks?(report: ChecksReport): Promise<void>;
  /**
   * Absent where nothing can be decided through Copydesk. A branch is deleted with git, which can say what it
   * must still have.
   */
  review?: Omit<HostReview, "deleteBranch">;
}

export interface FeedbackQuery {
  number: number;
  branch: string;
  /** Comments of this time and later. */
  since: Date;
  /** Checks of this commit count; null when nobody wants to know. */
  checkedCommit: string | null;
}

/** Kept encrypted with the project. */
export interface HostCredentials {
  token?: string;
  /** `oauth`: sent as a Bearer token where the host tells the two apart. */
  tokenKind?: "access" | "oauth";
  /** Of the token's owner, where the host asks for it: Bitbucket's e-mail address, a user name elsewhere. */
  username?: string;
  /** Of a GitHub App; `privateKey` in PEM. */
  app?: { id: string; privateKey: string };
}

export interface HostOptions {
  /** URL of the repository as git uses it: http(s) or ssh. */
  repository: string;
  /** Base of the API where it cannot be told from the repository's URL; without a trailing slash. */
  apiUrl: string | null;
  credentials: HostCredentials;
  /** Checks every address it connects to. */
  fetch: typeof fetch;
  /** The paths in which a merge of ours conflicts; null where that cannot be told now. */
  findConflicts?(sides: { headCommit: string; baseRef: string }): Promise<readonly string[] | null>;
  /** Waits between attempts; shortened by tests. Default: a real wait. */
  sleep?(ms: number, signal?: AbortSignal): Promise<void>;
  signal?: AbortSignal;
}

/** A delivery of the host's webhook, as it came. Header names are lower-case. */
export interface HostDelivery {
  headers: Readonly<Record<string, string | undefined>>;
  /** The bytes that were signed. */
  body: Buffer;
}

/** What Copydesk understands of a delivery. */
export type HostEvent =
  | { kind: "pull_request"; number: number; state: PullRequestRef["state"]; branch: string }
  /** A comment on a pull request, or on a line of it. */
  | {
      kind: "comment";
      number: number;
      /** Tells the pull request's comments apart; absent where a delivery does not have it. */
      id?: string;
      /** As `canWrite` takes it: an id where people can give themselves any name. */
      author: string;
      /** For people to read, where `author` is an id. */
      authorName?: string;
      text: string;
      path?: string;
      line?: number;
      url: string;
    }
  /** Something was said of which the delivery does not have the words: the host is to be asked. */
  | { kind: "review"; number: number }
  /**
   * A check of the branch's newest commit that failed. The branch is empty where the host names only the
   * commit.
   */
  | { kind: "check_failed"; branch: string; commit: string; name: string; text: string; url: string };

export type FeedbackEvent = Extract<HostEvent, { kind: "comment" | "check_failed" }>;

export interface ReadDelivery {
  /** The host's own id of the delivery; the same when it is sent again. */
  deliveryId: string;
  /** Empty when the delivery is about something else. */
  events: HostEvent[];
}

/**
 * Rejects with `invalid_signature` when the delivery does not carry the secret's signature, `invalid_request`
 * when it cannot be read.
 */
export type ReadWebhook = (delivery: HostDelivery, secret: string) => Promise<ReadDelivery>;

/** What is known of a host without asking it. */
export interface HostFacts {
  /**
   * Where a repository keeps its template of a pull request's body, first match first; as repository paths in
   * lower case.
   */
  templatePaths: readonly string[];
  /** What the host calls a pull request. */
  noun: "pull request" | "merge request";
  /** Deliveries tell of failed checks: then the host is not asked about them while deliveries come. */
  tellsChecks: boolean;
  /** A pull request's body may hold `<details>`, which are shown folded. */
  folds?: boolean;
}

export interface HostModule {
  facts: HostFacts;
  connect(options: HostOptions): HostConnection;
  /** Absent where the host has no webhooks. */
  readWebhook?: ReadWebhook;
}
