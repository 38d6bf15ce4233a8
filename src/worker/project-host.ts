import type { HostConnection, HostFacts } from "../code-hosts/types.ts";
import type { GitAccess } from "../git/git-access.ts";
import type { CommitSigning } from "../git/sign-commit.ts";

/** Where a project's repository and pull requests are; `credentials` encrypted as they are stored. */
export interface HostProject {
  projectId: string;
  repository: string;
  host: string;
  hostUrl: string | null;
  credentials: string | null;
}

/** A project's code host, opened with the project's credentials. */
export interface ProjectHost {
  connection: HostConnection;
  facts: HostFacts;
  /** How git reaches the repository; asked anew for every run of git, because tokens may be short-lived. */
  access(): Promise<GitAccess>;
  signing: CommitSigning | null;
  /** Whose credentials the project has, by the host's name; null when that is not known. */
  login: string | null;
  /** Words that may never be in a pull request. */
  secrets: readonly string[];
}

/** Throws `invalid_configuration` for a host that is not known or credentials that cannot be decrypted. */
export type OpenProjectHost = (project: HostProject, signal?: AbortSignal) => ProjectHost;
