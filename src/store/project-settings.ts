import type { Budget } from "../jobs/record.ts";

/** Another agent that edits instead of Copydesk's own: any that speaks the Agent Client Protocol. */
export interface EngineSettings {
  kind: "acp";
  /** Program and arguments, with paths as on the worker's machine; `node` is the service's own. */
  command: string[];
  environment?: Record<string, string>;
  /** Where the agent is installed; it sees these read-only. */
  readOnlyPaths?: string[];
  authMethod?: string;
}

export interface ProjectSettings {
  /** Globs of what jobs may write besides documentation. */
  paths?: string[];
  /** Globs of what no job may write. */
  protectedPaths?: string[];
  activeContent?: ActiveContentSettings;
  rules?: RuleSettings;
  /** Jobs of the project that run at once; unlimited when absent. */
  concurrency?: number;
  /** Open pull requests of the project from which on new jobs wait; unlimited when absent. */
  maxOpenPullRequests?: number;
  /** Days after which jobs that nothing happens to are archived; 90 when absent. */
  archiveAfterDays?: number;
  /** Days after its end for which a job's events and diff are kept; the service's default when absent. */
  keepTranscriptsDays?: number;
  /** The same for the job itself. */
  keepRecordsDays?: number;
  /** For jobs that name no budget of their own. */
  budget?: Budget;
  /** Of all its jobs together. */
  monthlyCap?: MonthlyCap;
  engine?: EngineSettings;
  /** Names and patterns of the models that its jobs may use; every allowed one when absent. */
  models?: string[];
  pullRequests?: PullRequestSettings;
  feedback?: FeedbackSettings;
  commits?: CommitSettings;
  evidence?: EvidenceSettings;
}

/** What may be used in a calendar month of UTC; what is absent has no cap. */
export interface MonthlyCap {
  maxTokens?: number;
  maxCostUsd?: number;
}

/** What pages may use beyond what the site uses already. */
export interface ActiveContentSettings {
  /** Elements, components, modules and macros by name; `*` stands for any characters but `/`. */
  components?: string[];
  /** `*.` before a host stands for all below it. */
  hosts?: string[];
}

/** Names of rules of the checks; `strict` makes warnings hold a job back. */
export interface RuleSettings {
  on?: string[];
  off?: string[];
  strict?: string[];
}

export interface PullRequestSettings {
  /** By name. */
  labels?: string[];
  /** User names; `team:` before a team's. */
  reviewers?: string[];
  assignees?: string[];
  /** Every pull request is opened as a draft. */
  draft?: boolean;
  /** Where the credentials may not push, the branch goes to their own fork. */
  fork?: boolean;
  /** The branch is deleted after merge or close. */
  deleteBranch?: boolean;
  /** Owners of the changed files, by the repository's file of them, are asked to review. */
  codeOwners?: boolean;
  /** Days without anything happening after which the pull request is reminded of, once; 0: never. */
  reminderAfterDays?: number;
  /** Turns are begun by themselves that bring pull requests of topics up to date where the base conflicts. */
  mendConflicts?: boolean;
  /** Of merges: a template with `{{title}}`, `{{topic}}`, `{{number}}`. */
  squashTitle?: string;
  /** What is merged by itself once the host's checks are green; absent: nothing. */
  autoMerge?: AutoMergeSettings;
}

/** A change beyond any of them waits for people. */
export interface AutoMergeSettings {
  maxFiles: number;
  /** Added and deleted ones together. */
  maxLines: number;
  /** Globs of which each changed file must match one. */
  paths: string[];
}

export interface FeedbackSettings {
  /** Which comments and failed checks become follow-ups. Default: none. */
  followUps: "off" | "mentions" | "all";
}

/** Of projects with context repositories. */
export interface EvidenceSettings {
  /** What becomes of names in added text that no source and no page has; `error` holds a job back. */
  unsupportedClaims?: "error" | "warning" | "off";
}

export interface CommitSettings {
  /** Commits are made by the host's API instead of a push: it signs them. */
  throughApi?: boolean;
  /** Author and committer; Copydesk itself when absent. */
  author?: { name: string; email: string };
  /** `Name <address>`, for `Co-authored-by` trailers. */
  coAuthors?: string[];
}
