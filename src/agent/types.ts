import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { AgentSources } from "./sources.ts";
import type { RecordedData } from "./tools/tool-data.ts";
import type { WorkingFiles } from "./working-files.ts";

/**
 * Everything that the agent may use. The worker builds this from git and checks; the agent itself knows only
 * files, tools, a model and a signal.
 */
export interface AgentWorkspace extends WorkingFiles {
  /** Read-only context repositories of the job; absent if there are none. */
  sources?: AgentSources;
  /**
   * Returns why this repository path may not be written; null if it may. `text` is the new content, null for
   * a deletion; omitted if only the path is in question.
   */
  refuseWrite(path: string, text?: string | null): string | null | Promise<string | null>;
  search(query: SearchQuery, signal: AbortSignal): Promise<SearchHit[]>;
  /** `history`: also look for repairs in git's history. */
  check(signal: AbortSignal, options?: { history?: boolean | undefined }): Promise<AgentCheckReport>;
  planMove(from: string, to: string, signal: AbortSignal): Promise<AgentMovePlan>;
  planDelete(path: string, signal: AbortSignal): Promise<AgentDeletePlan>;
  /** Returns the reason and place if this page is invalid, else null. Called after a write. */
  parsePage(path: string, text: string, signal: AbortSignal): Promise<string | null>;
  /**
   * Called after each call that wrote, before the next one runs, so that later calls see the current state.
   */
  noteChanges(paths: readonly string[]): Promise<void>;
  /** Returns the git tree hash of the files; `changedPaths` are those changed since the last call. */
  treeHash(changedPaths: readonly string[]): Promise<string>;
}

export interface SearchQuery {
  pattern: string;
  /** True for plain text, false for a POSIX extended regular expression. */
  literal: boolean;
  ignoreCase: boolean;
  glob?: string;
  /** Find only the locations: texts are "", and the limit is far higher. */
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
  /** Why git's history was not searched for a repair, as the rest of a sentence after "because". */
  historyUnread?: string;
  /**
   * Set for an unjudged link that may lead to these pages; `keepId` is what keeps the anchor if added after
   * the heading.
   */
  guess?: { pages: string[]; keepId: string | null };
}

/** `new` are problems that the job introduced; `preexisting` were there before. */
export interface AgentCheckReport {
  new: AgentFinding[];
  fixed: AgentFinding[];
  preexisting: AgentFinding[];
  /** Also introduced, but never blocking. */
  warnings?: AgentFinding[];
  /** Removed along with the text around them. */
  removed?: AgentFinding[];
  /** Links per rule that were not judged, and why. */
  notJudged: { rule: string; links: number; reason: string }[];
}

/** `isGuess`: the link may point there, but is not judged. `stays`: no edit takes it out of its menu. */
export interface AgentInboundLink {
  path: string;
  line: number;
  target: string;
  isGuess?: boolean;
  stays?: true;
}

export interface AgentPlan {
  edits: { path: string; text: string; what: string }[];
  notes: string[];
}

export interface AgentMovePlan extends AgentPlan {
  /** Links that may lead to or from the page, which the edits leave unchanged. */
  unclear: AgentInboundLink[];
  /** Why the move is not to be made at all. */
  refusal?: string;
  /** Translations that have to move before the page. */
  firstMoves?: AgentTranslation[];
}

/** With `ifLeft`, what the change is to say, it may stay if that is asked for, and does if `to` is null. */
export interface AgentTranslation {
  from: string;
  to: string | null;
  ifLeft?: string;
  /** Whether it is in the main language, so that others follow it. */
  isMain?: true;
  /** Why the page is held back where this one stays. Left out: language menus lead to the page. */
  because?: string;
  /** Whether it stays, instead of holding the page back, if it cannot follow. */
  mayStay?: true;
}

export interface AgentDeletePlan extends AgentPlan {
  inbound: AgentInboundLink[];
  /** Those that go with the page. */
  translations?: AgentTranslation[];
}

/** A recorded change of the tree, deterministic, so that a second worker can re-apply it. */
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
  /** All input tokens, including those from the provider's cache. */
  inputTokens: number;
  cachedInputTokens: number;
  /** Input tokens written to the provider's cache; 0 if unknown. */
  cacheWriteTokens: number;
  outputTokens: number;
}

/** Everything that the loop reports. The worker stores each event before the loop acts on it. */
export type AgentEvent =
  | {
      kind: "prompt";
      /**
       * Origin: the job's task, the gate asking for repairs, the loop's reminder to use tools, or people
       * meanwhile.
       */
      cause: "task" | "repair" | "nudge" | "message";
      text: string;
      /** For tasks only. */
      instructions: string | null;
      siteSummary: string | null;
      earlier: string | null;
      /** For messages only: number of the last message in the text. */
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
      /** Null if the model's price is unknown. */
      costUsd: number | null;
      durationMs: number;
      /** The assistant message exactly as it is sent back to the model. */
      message: unknown;
    }
  | {
      /** A failed model call that is retried; not part of the conversation. */
      kind: "model_retry";
      attempt: number;
      status: number | null;
      message: string;
      waitMs: number;
    }
  | {
      /** A summary replaced the oldest messages after the task, because the model's window was full. */
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
      /** The tool's result as data, for the built-in model only. */
      data?: RecordedData | undefined;
      /** Additional warning to the model that it is going in circles. */
      warning: string | null;
      operations: FileOperation[];
      /** Files whose current text the model knows since this call. */
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
  model: LanguageModelV4;
  prompt: string;
  /** Text of the project's instruction files at the base commit, or null. */
  instructions: string | null;
  /** One paragraph about the site: generator, pages, top of the navigation. */
  siteSummary: string;
  /** Earlier prompts of the same job and their outcomes, or null. */
  earlier: string | null;
  budget: AgentBudget;
  /** Size of the model's window in tokens; older steps are pruned and then summarized before it is full. */
  contextTokens: number;
  /** Returns the cost of a call in US dollars; null if the model's price is unknown. */
  costOf(usage: StepUsage): number | null;
  /**
   * Prefix of model call ids, the same for every attempt at this conversation, so that a gateway can
   * recognise repeated calls.
   */
  callPrefix: string;
  /** End of the job's time, by `performance.now()`. */
  deadline: number;
  signal: AbortSignal;
  /** Events from an earlier worker of this conversation: replayed without calling the model. */
  recorded: readonly AgentEvent[];
  /** Returns what people have said since the last call; null if nothing. */
  takeMessages(): Promise<{ text: string; through: number } | null>;
  /** Returns why a step of this expected cost may not be taken, given the usage elsewhere; null if it may. */
  refuseStep(next: { tokens: number; costUsd: number | null }): Promise<string | null>;
  /**
   * Returns the event as it may be stored: secrets are masked, and a tool call with a secret is marked as
   * refused. The loop continues with this event, so that a replay gives the same conversation.
   */
  clean(event: AgentEvent): Promise<AgentEvent>;
  emit(event: AgentEvent): Promise<void>;
}
