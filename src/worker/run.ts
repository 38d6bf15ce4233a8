import type { LanguageModel } from "ai";
import type { AgentCheckReport, AgentEvent, StepUsage } from "../agent/types.ts";
import type { OutsideRules } from "../checks/outside-rules.ts";
import type { CommitPlace } from "../checks/processes/commit-files.ts";
import type { CheckedSite, SiteChecker } from "../checks/processes/create-site-checker.ts";
import type { Workspace } from "../git/create-workspace.ts";
import type { Mirrors } from "../git/mirror/open-mirrors.ts";
import type { RemoteNetwork } from "../git/open-remote.ts";
import type { ParsedRepository } from "../git/parse-repository.ts";
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
import type { JobContext, OpenContext, RecordedSource } from "./context/context.ts";
import type { RunEngine } from "./engine.ts";
import type { TurnDeps } from "./execute-claim.ts";
import type { JobPolicy } from "./job-policy.ts";
import type { JobSpec } from "./job-spec.ts";
import type { JobTree } from "./job-tree.ts";
import type { JobLedger } from "./ledger.ts";
import type { OpenProjectHost, ProjectHost } from "./project-host.ts";
import type { RecordedStart } from "./recorded-turn.ts";
import type { TranslationScope } from "./translations/translation-scope.ts";

/**
 * What an agent says of its work. The summary is still Markdown: whoever shows it makes it harmless for that
 * place.
 */
export interface Finished {
  title: CleanText;
  summary: CleanText;
}

/** What the worker joins: folders of this machine, the model, the code host, shared caches. */
export interface RunDeps {
  log: Log;
  mirrorsFolder: string;
  workspacesFolder: string;
  mirrors: Mirrors;
  allowPrivateAddresses: boolean;
  network: RemoteNetwork;
  /** What may never leave. */
  knownSecrets: KnownSecrets;
  siteChecker: SiteChecker;
  outsideRules: OutsideRules;
  /** How many tokens a model's window is taken to hold. */
  contextTokens: number;
  /** What no job may use more of, whatever it or its project asks for. */
  budgetMax: TurnBudget;
  resolveModel(name: string, projectModels?: readonly string[]): LanguageModel;
  /** US dollars; null when the model's price is not known. */
  costOf(model: string, usage: StepUsage): number | null;
  /** Lets another agent edit, for projects that name one. */
  runEngine: RunEngine;
  openProjectHost: OpenProjectHost;
  /** Absent where there are no projects. */
  openContext?: OpenContext;
}

/** One attempt at a turn of a job; the steps fill in what the next ones and the final record need. */
export interface Run {
  deps: RunDeps;
  job: JobSpec;
  ledger: JobLedger;
  /** What everything passes that leaves the job. */
  gate: Gate;
  log: Log;
  signal: AbortSignal;
  /** Opened when it is first needed. Throws `invalid_configuration`. */
  host(): ProjectHost;
  budget: TurnBudget;
  /** When the turn's time is up, by `performance.now()`. */
  deadline: number;
  /** What an earlier attempt at this turn has done: repeated, not asked for again. */
  recorded: readonly AgentEvent[];
  recordedStart: RecordedStart | null;
  /** What of other repositories an earlier attempt at this turn has read. */
  recordedContext: readonly RecordedSource[] | null;
  /** Opened after the workspace. */
  context: JobContext | null;
  /** Citations of the newest gate, as they were recorded. */
  evidence: EventData<"citations"> | null;
  /** The tree may not have all of the recorded work yet. */
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
  /** Path at the start → path now, of the files that were moved. */
  renames: Map<string, string>;
  /** Files that the agent's tools deleted: they looked at what may lead to them. */
  deleted: Set<string>;
  checks: CheckCounts | null;
  /** What the newest run of the checks could not judge. */
  notJudged: NotJudgedRecord[];
  /** Every rule: whether the newest run of the checks applied it. */
  rules: RuleState[];
  title: CleanText | null;
  pullRequest: JobPullRequest | null;
}

/** Where a turn begins. */
export interface Start extends RecordedStart {
  mirror: string;
}

export interface Prepared extends Start {
  repository: ParsedRepository;
  /** Where the job's branch is: a fork, or the repository itself. */
  branchRepository: ParsedRepository;
  /** Begins at the start commit: the base's in the first turn, the job's branch in a later one. */
  tree: JobTree;
  /** The start commit on disk, for another agent; null for our own. */
  checkout: Workspace | null;
  /** The repository's own rules at the base. */
  policy: JobPolicy | null;
  /** Repository paths of the start commit. */
  files: readonly string[];
  /** Of these, what earlier turns changed without a push. */
  unpublishedPaths: string[];
  /** What led to the base, fetched when it is first asked for; null: it cannot be had. */
  openHistory(): Promise<CommitPlace | null>;
  remove(): Promise<void>;
}

export interface Baseline {
  /**
   * It knows the findings before anything was touched: only what comes on top of them counts against the job.
   */
  site: CheckedSite;
  /** What the repository's own rules say of single files; null where it has none. */
  policy: PolicyRules | null;
  /** What the job may write: for tools, engines and the push alike. */
  refuseWrite: RefuseWrite;
  /** What whoever edits is asked. */
  task: string;
  /** Of a turn that brings translations up to date; null for any other. */
  translations: TranslationScope | null;
}

export interface Edited extends Finished {
  checks: AgentCheckReport;
  /** Which pages were read, and why they hold; of our own agent. */
  pages?: { path: string; why: string | null }[];
}
