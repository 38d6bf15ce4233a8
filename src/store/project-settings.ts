import type { Budget } from "../jobs/record.ts";

/** Another agent that edits instead of the built-in one: any that speaks the Agent Client Protocol. */
export interface EngineSettings {
  kind: "acp";
  /** Program and arguments, with paths of the worker's machine; `node` is the service's own. */
  command: string[];
  environment?: Record<string, string>;
  /** Folders in which the agent is installed; it sees them read-only. */
  readOnlyPaths?: string[];
  authMethod?: string;
}

export interface ProjectSettings {
  /** Globs of files that jobs may write besides documentation. */
  paths?: string[];
  /** Globs of files that no job may write. */
  protectedPaths?: string[];
  activeContent?: ActiveContentSettings;
  rules?: RuleSettings;
  /** Number of the project's jobs that run at once; unlimited if absent. */
  concurrency?: number;
  /** Number of open pull requests at which new jobs have to wait; unlimited if absent. */
  maxOpenPullRequests?: number;
  /** Days without change after which a job is archived; default 90. */
  archiveAfterDays?: number;
  /** Days for which an ended job's events and diff are kept; the service's default if absent. */
  keepTranscriptsDays?: number;
  /** Days for which an ended job's record is kept; the service's default if absent. */
  keepRecordsDays?: number;
  /** Budget of jobs that set none of their own. */
  budget?: Budget;
  /** Cap for all of the project's jobs together. */
  monthlyCap?: MonthlyCap;
  engine?: EngineSettings;
  /** Names and patterns of the models that its jobs may use; all allowed ones if absent. */
  models?: string[];
  pullRequests?: PullRequestSettings;
  feedback?: FeedbackSettings;
  commits?: CommitSettings;
  evidence?: EvidenceSettings;
}

/** Limits for a calendar month in UTC; an absent field has no cap. */
export interface MonthlyCap {
  maxTokens?: number;
  maxCostUsd?: number;
}

/** Active content that pages may use beyond what the site already has. */
export interface ActiveContentSettings {
  /** Names of elements, components, modules and macros; `*` matches any characters but `/`. */
  components?: string[];
  /** Host names; `*.` at the start includes all subdomains. */
  hosts?: string[];
}

/** Names of check rules; `strict` makes their warnings hold a job back. */
export interface RuleSettings {
  on?: string[];
  off?: string[];
  strict?: string[];
}

export interface PullRequestSettings {
  /** Label names. */
  labels?: string[];
  /** User names; a team's begins with `team:`. */
  reviewers?: string[];
  assignees?: string[];
  /** Opens every pull request as a draft. */
  draft?: boolean;
  /** Pushes to a fork of the credentials' owner if they may not push to the repository. */
  fork?: boolean;
  /** Deletes the branch after merge or close. */
  deleteBranch?: boolean;
  /** Requests reviews from the owners of the changed files by the repository's CODEOWNERS file. */
  codeOwners?: boolean;
  /** Days of inactivity after which one reminder is posted on the pull request; 0: never. */
  reminderAfterDays?: number;
  /** Begins turns that bring pull requests of topics up to date if the base conflicts. */
  mendConflicts?: boolean;
  /** Title of merges: a template with `{{title}}`, `{{topic}}`, `{{number}}`. */
  squashTitle?: string;
  /** Changes to merge automatically once the host's checks are green; absent: none. */
  autoMerge?: AutoMergeSettings;
}

/** Limits for automatic merges; a change beyond any of them waits for people. */
export interface AutoMergeSettings {
  maxFiles: number;
  /** Added and deleted lines together. */
  maxLines: number;
  /** Globs; each changed file must match one. */
  paths: string[];
}

export interface FeedbackSettings {
  /** Comments and failed checks that become follow-ups. Default: none. */
  followUps: "off" | "mentions" | "all";
}

/** For projects with context repositories. */
export interface EvidenceSettings {
  /** Effect of names in added text that no source and no page has; `error` holds a job back. */
  unsupportedClaims?: "error" | "warning" | "off";
}

export interface CommitSettings {
  /** Commits through the host's API instead of a push, so that the host signs. */
  throughApi?: boolean;
  /** Author and committer; Copydesk itself if absent. */
  author?: { name: string; email: string };
  /** `Name <address>`, for `Co-authored-by` trailers. */
  coAuthors?: string[];
}
