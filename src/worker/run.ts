import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { AgentCheckReport, AgentEvent, StepUsage } from "../agent/types.ts";
import type { OutsideRules } from "../checks/outside-rules.ts";
import type { CommitPlace } from "../checks/processes/commit-files.ts";
import type { CheckedSite, SiteChecker } from "../checks/processes/create-site-checker.ts";
import type { Workspace } from "../git/checkout/create-workspace.ts";
import type { Mirrors } from "../git/mirror/open-mirrors.ts";
import type { RemoteNetwork } from "../git/remote/open-remote.ts";
import type { ParsedRepository } from "../git/remote/parse-repository.ts";
import type { EventData } from "../jobs/events.ts";
import type { NotJudgedRecord } from "../jobs/finding-schema.ts";
import type { TurnEvents } from "../jobs/lease/load-turn-events.ts";
import type { CheckCounts, JobPullRequest, Usage } from "../jobs/record.ts";
import type { Log } from "../log.ts";
import type { CleanText } from "../outgoing/clean-text.ts";
import type { Gate } from "../outgoing/create-gate.ts";
import type { KnownSecrets } from "../outgoing/known-secrets.ts";
import type { RuleState } from "../schemas/rule-switches.ts";
import type { PolicyRules, RefuseWrite } from "../writes/write-rules.ts";
import type { TurnBudget } from "./budget.ts";
import type { TurnDeps } from "./claims/execute-claim.ts";
import type { JobContext, OpenContext, RecordedSource } from "./context/context.ts";
import type { RunEngine } from "./engine.ts";
import type { JobPolicy } from "./job-policy.ts";
import type { JobSpec } from "./job-spec.ts";
import type { JobTree } from "./job-tree.ts";
import type { JobLedger } from "./ledger.ts";
import type { OpenProjectHost, ProjectHost } from "./project-host.ts";
import type { RecordedStart } from "./recorded-turn.ts";
import type { TranslationScope } from "./translations/translation-scope.ts";

/**
 * An agent's account of its work. The summary is still Markdown, to be cleaned for the place where it is
 * shown.
 */
export interface Finished {
  title: CleanText;
  summary: CleanText;
}

/** What the worker provides: folders of this machine, the model, the code host, shared caches. */
export interface RunDeps {
  log: Log;
  mirrorsFolder: string;
  workspacesFolder: string;
  mirrors: Mirrors;
  allowPrivateAddresses: boolean;
  network: RemoteNetwork;
  /** Secrets that may never leave. */
  knownSecrets: KnownSecrets;
  siteChecker: SiteChecker;
  outsideRules: OutsideRules;
  /** Assumed size of a model's window, in tokens. */
  contextTokens: number;
  /** The instance's limits for any job, whatever it or its project asks for. */
  budgetMax: TurnBudget;
  resolveModel(name: string, projectModels?: readonly string[]): LanguageModelV4;
  /** Returns the cost in US dollars; null if the model's price is not known. */
  costOf(model: string, usage: StepUsage): number | null;
  /** Lets another agent edit, for projects that name one. */
  runEngine: RunEngine;
  openProjectHost: OpenProjectHost;
  /** Opens context repositories; absent if there are no projects. */
  openContext?: OpenContext;
}

/** One attempt at a turn of a job; the steps fill in what the next ones and the final record need. */
export interface Run {
  deps: RunDeps;
  job: JobSpec;
  ledger: JobLedger;
  /** Gate that everything leaving the job passes through. */
  gate: Gate;
  log: Log;
  signal: AbortSignal;
  /** Opens the host on first use. Throws `invalid_configuration`. */
  host(): ProjectHost;
  budget: TurnBudget;
  /** Time at which the turn's time is up, by `performance.now()`. */
  deadline: number;
  /** Events of an earlier attempt at this turn: repeated instead of asking the model again. */
  recorded: readonly AgentEvent[];
  recordedStart: RecordedStart | null;
  /** Context repositories that an earlier attempt at this turn read. */
  recordedContext: readonly RecordedSource[] | null;
  /** Opened after the workspace. */
  context: JobContext | null;
  /** Citations of the latest gate, as recorded. */
  evidence: EventData<"citations"> | null;
  /** True while the tree may lack some of the recorded work. */
  repeats: boolean;
  past: TurnEvents["past"];
  messagesTaken: number;
  loadMessages: TurnDeps["loadMessages"];
  loadCaps: TurnDeps["loadCaps"];
  usage: Usage;
  changedPaths: Set<string>;
  /**
   * Git tree hash after the last step that wrote; null while the tree is the one that the turn began with.
   */
  tree: string | null;
  /** Path at the start → current path, for moved files. */
  renames: Map<string, string>;
  /** Files deleted by the agent's tools, which checked what may link to them. */
  deleted: Set<string>;
  checks: CheckCounts | null;
  /** What the latest run of the checks could not judge. */
  notJudged: NotJudgedRecord[];
  /** Every rule, and whether the latest run of the checks applied it. */
  rules: RuleState[];
  title: CleanText | null;
  pullRequest: JobPullRequest | null;
}

/** Start of a turn. */
export interface Start extends RecordedStart {
  mirror: string;
}

export interface Prepared extends Start {
  repository: ParsedRepository;
  /** Repository with the job's branch: a fork, or the repository itself. */
  branchRepository: ParsedRepository;
  /** Begins at the start commit: the base's in the first turn, the job's branch in a later one. */
  tree: JobTree;
  /** The start commit on disk, for another agent; null for the built-in one. */
  checkout: Workspace | null;
  /** The repository's own rules at the base. */
  policy: JobPolicy | null;
  /** Repository paths of the start commit. */
  files: readonly string[];
  /** Paths that earlier turns changed without a push. */
  unpublishedPaths: string[];
  /** Fetches the history of the base on first use; null if it is not available. */
  openHistory(): Promise<CommitPlace | null>;
  remove(): Promise<void>;
}

export interface Baseline {
  /** Has the findings from before the change: only additional ones count against the job. */
  site: CheckedSite;
  /** Judges single files by the repository's own rules; null if it has none. */
  policy: PolicyRules | null;
  /** What the job may write: for tools, engines and the push alike. */
  refuseWrite: RefuseWrite;
  /** Prompt for the agent. */
  task: string;
  /** Set for a turn that updates translations; null for any other. */
  translations: TranslationScope | null;
}

export interface Edited extends Finished {
  checks: AgentCheckReport;
  /** Pages that the built-in agent read, and why they need no change. */
  pages?: { path: string; why: string | null }[];
}
