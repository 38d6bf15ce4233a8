import type { LanguageModel } from "ai";
import type { AgentSources } from "./sources.ts";
import type { RecordedData } from "./tools/tool-data.ts";
import type { WorkingFiles } from "./working-files.ts";

/**
 * What the agent may use. The worker joins these from git and checks; the agent itself knows files,
 * tools, a model and a signal, and nothing else.
 */
export interface AgentWorkspace extends WorkingFiles {
  /** Context repositories of the job, which nothing writes; absent: there are none. */
  sources?: AgentSources;
  /**
   * Why this repository path may not be written, or null when it may. `text` is what it would hold, null when
   * it would be gone; left out where only the path is in question.
   */
  refuseWrite(path: string, text?: string | null): string | null | Promise<string | null>;
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]>;
  /** `history`: repairs are looked for in git's history as well. */
  check(signal: AbortSignal, options?: { history?: boolean | undefined }): Promise<AgentCheckReport>;
  planMove(from: string, to: string, signal: AbortSignal): Promise<AgentMovePlan>;
  planDelete(path: string, signal: AbortSignal): Promise<AgentDeletePlan>;
  /** The reason why this page is not valid, with its place, or null. Called after a write. */
  parsePage(path: string, text: string, signal: AbortSignal): Promise<string | null>;
  /** Called after each call that wrote, before the next one runs: what later calls see must be current. */
  noteChanges(paths: readonly string[]): Promise<void>;
  /** Git tree hash of the files; `changedPaths` are those that changed since it was asked for last. */
  treeHash(changedPaths: readonly string[]): Promise<string>;
}

export interface SearchQuery {
  pattern: string;
  /** True: the pattern is plain text. False: POSIX extended regular expression. */
  literal: boolean;
  ignoreCase: boolean;
  glob?: string;
  /** Only where the lines are is asked for: their text is "", and far more of them are found. */
  filesOnly?: boolean;
}

export interface SearchHit {
  path: string;
  line: number;
  text: string;
}

export interface AgentFinding {
  rule: string;
  path: string;
  line: number;
  column: number;
  message: string;
  target?: string;
  suggestion?: { old: string; new: string; because: string };
  candidates?: string[];
  /** Why git's history was not asked for a repair, as the rest of a sentence after "because". */
  historyUnread?: string;
  /**
   * A link that may lead to these pages, which is not judged; `keepId` is what keeps the anchor when it
   * stands behind the heading.
   */
  guess?: { pages: string[]; keepId: string | null };
}

/** `new` are the problems that the job itself introduced; `preexisting` were there before it began. */
export interface AgentCheckReport {
  new: AgentFinding[];
  fixed: AgentFinding[];
  preexisting: AgentFinding[];
  /** Introduced as well, but nothing is held back by them. */
  warnings?: AgentFinding[];
  /** Gone with the text that they were in. */
  removed?: AgentFinding[];
  /** Links of a rule that count nowhere, and why. */
  notJudged: { rule: string; links: number; reason: string }[];
}

/** `isGuess`: it may point there; where it leads is not judged. */
export interface AgentInboundLink {
  path: string;
  line: number;
  target: string;
  isGuess?: boolean;
}

export interface AgentPlan {
  edits: { path: string; text: string; what: string }[];
  notes: string[];
}

interface AgentMovePlan extends AgentPlan {
  /** Links that may lead to the page or from it, and that the edits leave as they are. */
  unclear: AgentInboundLink[];
  /** Why the move is not to be made at all. */
  refusal?: string;
}

export interface AgentDeletePlan extends AgentPlan {
  inbound: AgentInboundLink[];
}

/**
 * A recorded change of the tree: a pure function of the tree before it, so that a second worker can re-apply
 * it.
 */
export type FileOperation =
  | { op: "write"; path: string; text: string }
  /** Offsets in UTF-16 code units of the text before the operation, ascending, not overlapping. */
  | { op: "replace"; path: string; edits: { at: number; old: string; new: string }[] }
  | { op: "move"; from: string; to: string }
  | { op: "delete"; path: string };

export interface AgentBudget {
  maxSteps: number;
  maxTokens: number | null;
  maxCostUsd: number | null;
}

export interface StepUsage {
  /** All input tokens, those from the provider's cache included. */
  inputTokens: number;
  cachedInputTokens: number;
  /** Of the input tokens, those that were written into the provider's cache; 0 where unknown. */
  cacheWriteTokens: number;
  outputTokens: number;
}

/** Everything the loop reports. The worker stores each before the loop uses its effect. */
export type AgentEvent =
  | {
      kind: "prompt";
      /**
       * Who speaks: the prompt, the gate that asks for repairs, the loop that reminds of the tools, or people
       * meanwhile.
       */
      cause: "task" | "repair" | "nudge" | "message";
      text: string;
      /** With the task only. */
      instructions: string | null;
      siteSummary: string | null;
      earlier: string | null;
      /** With messages only: the number of the last one that is in the text. */
      through: number | null;
    }
  | {
      kind: "model_answer";
      step: number;
      text: string;
      /** `refused`: why the call is not run. */
      toolCalls: { id: string; name: string; input: unknown; refused?: string }[];
      finishReason: string;
      usage: StepUsage;
      /** Null when the model's price is not known. */
      costUsd: number | null;
      durationMs: number;
      /** The assistant message exactly as it is sent back to the model. */
      message: unknown;
    }
  | {
      /** A call of the model failed and is made again; part of no conversation. */
      kind: "model_retry";
      attempt: number;
      status: number | null;
      message: string;
      waitMs: number;
    }
  | {
      /** The first messages after the task gave way to a summary, because the model's window was full. */
      kind: "summary";
      text: string;
      removedMessages: number;
      usage: StepUsage;
      costUsd: number | null;
      durationMs: number;
    }
  | {
      kind: "tool_result";
      step: number;
      callId: string;
      name: string;
      ok: boolean;
      output: string;
      /** What the tool returned as data, where the built-in model is given it. */
      data?: RecordedData | undefined;
      /** What the model was told besides, because it goes round in circles. */
      warning: string | null;
      operations: FileOperation[];
      /** Files whose current text the model knows after this call and did not know before. */
      reads: string[];
      /** On the last result of a step that wrote: the git tree hash after the whole step. */
      tree: string | null;
      durationMs: number;
    };

export type AgentOutcome =
  | { kind: "finished"; title: string; summary: string }
  | { kind: "not_understood"; message: string }
  | { kind: "budget_exceeded"; message: string }
  | { kind: "stuck"; message: string }
  | { kind: "model_error"; message: string };

export interface AgentRun {
  workspace: AgentWorkspace;
  model: LanguageModel;
  prompt: string;
  /** Text of the project's instructions files at the base commit, or null. */
  instructions: string | null;
  /** One paragraph about the site: generator, pages, top of the navigation. */
  siteSummary: string;
  /** What earlier prompts of the same job asked and what came of them, or null. */
  earlier: string | null;
  budget: AgentBudget;
  /** How many tokens the model's window holds; older steps are cut and then summarized before it is full. */
  contextTokens: number;
  /** What a call has cost in US dollars; null when the model's price is not known. */
  costOf(usage: StepUsage): number | null;
  /**
   * The same for every attempt at this conversation: names its model calls, so that a gateway can answer a
   * repeated one.
   */
  callPrefix: string;
  /** When the job's time is up, by `performance.now()`. */
  deadline: number;
  signal: AbortSignal;
  /**
   * What happened in this conversation before, when another worker began it: repeated without asking the
   * model.
   */
  recorded: readonly AgentEvent[];
  /** What people have said since they were asked last; null when nothing. */
  takeMessages(): Promise<{ text: string; through: number } | null>;
  /**
   * Why a step that is likely to cost so much may not be taken, by what others have used meanwhile; null when
   * it may.
   */
  refuseStep(next: { tokens: number; costUsd: number | null }): Promise<string | null>;
  /**
   * The event as it may be kept: secrets are masked, and a tool call that has one is marked as refused. The
   * loop goes on with this event, so that repeating the record gives the same conversation.
   */
  clean(event: AgentEvent): Promise<AgentEvent>;
  emit(event: AgentEvent): Promise<void>;
}
