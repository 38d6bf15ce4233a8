import type { ModelMessage, ToolSet } from "ai";
import type { Recording } from "./recording.ts";
import type { ToolContext } from "./tools/tool.ts";
import type { AgentEvent, AgentRun, StepUsage } from "./types.ts";
import type { Citation } from "./verify-evidence.ts";
import type { Progress } from "./watch-progress.ts";

/** Everything that the loop knows about one conversation with a model. */
export interface Conversation {
  run: AgentRun;
  tools: ToolSet;
  context: ToolContext;
  recording: Recording;
  messages: ModelMessage[];
  steps: number;
  tokens: number;
  /** Null when the model's price is not known. */
  costUsd: number | null;
  /** Of the last answer, with the size of the request that it answered; null before the first one. */
  last: { usage: StepUsage; characters: number } | null;
  summaries: number;
  /** Answers without a tool call, in a row. */
  silentAnswers: number;
  hasCalled: boolean;
  /**
   * A call other than `finish` has succeeded, or earlier turns are told: the model knows something of the
   * repository.
   */
  hasLooked: boolean;
  /** Answers in which the model called `finish` before that. */
  blindFinishes: number;
  hasChanged: boolean;
  /** What changed pages rest on, as far as it was found to be there. */
  citations: Citation[];
  /** With a `finish` after which nothing has changed: the pages that hold as they are. */
  pagesKept: { path: string; why: string }[];
  progress: Progress;
  /** Paths that changed since the last tree hash. */
  unhashed: Set<string>;
}

/** Stores the event as it may be kept and answers it: nothing else of it may be used. */
export async function recordEvent<Event extends AgentEvent>(
  { run }: Pick<Conversation, "run">,
  event: Event,
): Promise<Event> {
  const kept = (await run.clean(event)) as Event;
  await run.emit(kept);
  return kept;
}

/** Adds what a call has used to the conversation's account. */
export function countUsage(
  conversation: Conversation,
  { usage, costUsd }: { usage: StepUsage; costUsd: number | null },
): void {
  conversation.tokens += usage.inputTokens + usage.outputTokens;
  conversation.costUsd =
    conversation.costUsd === null || costUsd === null ? null : conversation.costUsd + costUsd;
}

/**
 * The built-in model is led through its conversation again when it has to be, and needs every result for
 * that.
 */
export function isBuiltIn({ model }: Pick<AgentRun, "model">): boolean {
  return typeof model !== "string" && model.provider === "copydesk";
}
