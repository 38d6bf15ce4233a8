import type { HostModule, HostOptions } from "../../../src/code-hosts/types.ts";
import type { FakeRequest, Fault } from "./fake-server.ts";

/** What the host really has, as its own pages would show it. */
export interface ScenePullRequest {
  number: number;
  title: string;
  body: string;
  base: string;
  head: string;
  /** Owner of the fork, or null for the repository itself. */
  headOwner: string | null;
  state: "open" | "merged" | "closed";
  draft: boolean;
  labels: string[];
  reviewers: string[];
  assignees: string[];
  comments: string[];
}

/** What one host can do; a contract case that needs more is skipped by name. */
export interface SceneFeatures {
  labels: boolean;
  reviewers: boolean;
  assignees: boolean;
  drafts: boolean;
  forks: boolean;
  apiCommits: boolean;
  webhooks: boolean;
  /** Deliveries say on which line a comment is. Default: where there are webhooks. */
  lineComments?: boolean;
  /** Deliveries tell of failed checks. Default: where there are webhooks. */
  failedChecks?: boolean;
  /** The host can be asked what was said: comments, and those on lines. Default: no. */
  listedComments?: boolean;
  /** The host can be asked which checks have failed. Default: as `listedComments`. */
  listedChecks?: boolean;
  /** The credentials may read what every kind of check says. Default: as `listedChecks`. */
  allChecks?: boolean;
  /** The credentials can lack what reporting checks needs. Default: as `listedChecks`. */
  withheldReports?: boolean;
  /** More than a hundred branches and pull requests are made in seconds. Default: they are. */
  hasFastPushes?: boolean;
  /** A merge names the commit that was reviewed, and the host compares. Default: no. */
  boundMerges?: boolean;
  /** The host says which files have conflicts. Default: no. */
  namedConflicts?: boolean;
  /** The host takes no approval of one's own pull request. Default: it does. */
  refusesOwnApproval?: boolean;
}

/** What somebody says on the host's pages. */
export type SceneWords =
  | { kind: "comment"; number: number; author: string; text: string }
  | { kind: "line_comment"; number: number; author: string; text: string; path: string; line: number };

export interface SceneCheck {
  kind: "check";
  branch: string;
  commit: string;
  name: string;
  text: string;
  state: "failed" | "passed" | "running";
}

/** What the host shows of a report of checks that came by its API; replaced ones are not shown. */
export interface ShownCheck {
  name: string;
  /** In the host's own words. */
  state: string;
  text: string;
  url: string;
}

export type SceneDelivery = (
  secret: string,
  deliveryId: string,
) => { headers: Record<string, string>; body: Buffer };

/**
 * One host with one repository "acme/docs" (Azure: "acme/docs/docs"), whose git is real: branches "main"
 * (default) and "next", one page "index.md". Users: "bot" owns the credentials and may write, "writer" may
 * write, "reader" may only read, "reviewer" may write. Labels "docs" and "automated" exist.
 */
export interface HostScene {
  name: string;
  module: HostModule;
  features: SceneFeatures;
  /** Of the repository, for git. */
  repository: string;
  /** Bare repository behind it. */
  gitFolder: string;
  /** Bare repository of the bot's fork, once there is one. */
  forkFolder: string;
  options(overrides?: Partial<HostOptions>): HostOptions;
  /** The id of a user on a host that tells people apart by one; absent where the name itself is it. */
  userId?(name: string): string;
  /** Requests to the API so far, oldest first; git's are not among them. */
  requests: FakeRequest[];
  pullRequests(): ScenePullRequest[];
  fail(fault: Fault): void;
  /** What people do on the host's pages. */
  merge(number: number): Promise<void>;
  closePullRequest(number: number): void;
  editPullRequest(number: number, change: { title?: string; body?: string }): void;
  /** Where git alone does not do it. */
  renameMain?(name: string): void;
  /** Opens one as the bot would, without the API. */
  seedPullRequest(pullRequest: { head: string; base: string; title: string; body: string }): number;
  /**
   * From then on the API knows it too. Answers the delivery that the host sends of it, where it sends one.
   */
  say?(words: SceneWords): SceneDelivery;
  /** A check of a commit; a later one of the same name replaces it. */
  setCheck?(check: SceneCheck): void;
  /** Reports of this commit that came by the API. */
  shownChecks?(commit: string): ShownCheck[];
  /** From now on the credentials may not report checks. */
  withholdReporting?(): void;
  /** From now on the credentials may not read comments and checks. */
  withholdReading?(): void;
  /** From now on the host refuses to merge, with these words. */
  protect(words: string): void;
  /** From now on it is somebody else's. */
  authoredBy(number: number, name: string): void;
  revokeCredentials(): void;
  /**
   * From now on the credentials may read the repository by git, but not push to it; to their own fork they
   * may.
   */
  refusePushes(): void;
  /** From now on the credentials lack what opening a pull request needs. */
  withholdPermission(): void;
  /** A signed delivery of the host's webhook. */
  delivery(
    event:
      | { kind: "pull_request"; number: number }
      | { kind: "comment"; number: number; author: string; text: string }
      | { kind: "line_comment"; number: number; author: string; text: string; path: string; line: number }
      | { kind: "check_failed"; branch: string; commit: string; name: string; text: string }
      | { kind: "other" },
    secret: string,
    deliveryId: string,
  ): { headers: Record<string, string>; body: Buffer };
  close(): Promise<void>;
}

export type StartScene = () => Promise<HostScene>;
