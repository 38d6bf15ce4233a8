import type { CheckAnnotation, ChecksReport } from "../code-hosts/checks-report.ts";
import type {
  ApiCommit,
  CodeHost,
  HostComment,
  HostConnection,
  HostFacts,
  PullRequestDraft,
  PullRequestRef,
} from "../code-hosts/types.ts";
import type { CommitSigning } from "../git/commit/sign-commit.ts";
import type { GitAccess } from "../git/remote/git-access.ts";
import type { CleanText } from "../outgoing/clean-text.ts";
import type { HostProject } from "../store/host-project.ts";

export type OutgoingDraft = PullRequestDraft & { title: CleanText; body: CleanText; patch: CleanText };

/** A connection that accepts only text that has passed the gate. */
export interface OutgoingConnection
  extends Omit<HostConnection, "pullRequests" | "commitFiles" | "publishChecks"> {
  pullRequests: Omit<CodeHost, "openPullRequest" | "updatePullRequest" | "comment"> & {
    openPullRequest(draft: OutgoingDraft): Promise<PullRequestRef>;
    updatePullRequest(number: number, draft: OutgoingDraft): Promise<PullRequestRef>;
    comment(number: number, comment: HostComment & { body: CleanText }): Promise<void>;
  };
  commitFiles?(commit: ApiCommit & { message: CleanText }): Promise<string>;
  publishChecks?(
    report: ChecksReport & { annotations: readonly (CheckAnnotation & { message: CleanText })[] },
  ): Promise<void>;
}

/** A project's code host, opened with the project's credentials. */
export interface ProjectHost {
  connection: OutgoingConnection;
  facts: HostFacts;
  /** Returns the address of a job's page; absent if Copydesk has no address. */
  jobPage?(jobId: string): string;
  /** Returns git's credentials; called for every run of git, because tokens may be short-lived. */
  access(): Promise<GitAccess>;
  signing: CommitSigning | null;
  /** Account of the project's credentials on the host; null if unknown. */
  login: string | null;
}

/**
 * Opens a project's host. Throws `invalid_configuration` for an unknown host or credentials that cannot be
 * decrypted.
 */
export type OpenProjectHost = (project: HostProject, signal?: AbortSignal) => ProjectHost;
