import type { ModelMessage } from "ai";
import type { Recording } from "./recording.ts";
import type { ToolDescription } from "./tool-definitions.ts";
import type { ToolContext } from "./tools/tool.ts";
import type { AgentEvent, AgentRun, StepUsage } from "./types.ts";
import type { Citation } from "./verify-evidence.ts";
import type { Progress } from "./watch-progress.ts";

/** State of the loop for one conversation with a model. */
export interface Conversation {
  run: AgentRun;
  tools: ToolDescription[];
  context: ToolContext;
  recording: Recording;
  messages: ModelMessage[];
  steps: number;
  tokens: number;
  /** Null if the model's price is unknown. */
  costUsd: number | null;
  /** Usage of the last answer, and the size of its request; null before the first one. */
  last: { usage: StepUsage; characters: number } | null;
  summaries: number;
  /** Consecutive answers without a tool call. */
  silentAnswers: number;
  hasCalled: boolean;
  /**
   * True once the model has seen something of the repository: a call other than `finish` has succeeded, or
   * the prompt includes earlier turns.
   */
  hasLooked: boolean;
  /** Answers that called `finish` before that. */
  blindFinishes: number;
  hasChanged: boolean;
  /** Verified evidence for the changed pages. */
  citations: Citation[];
  /** Pages that the last `finish` declared correct as they are; set only if nothing changes afterwards. */
  pagesKept: { path: string; why: string }[];
  progress: Progress;
  /** Paths that changed since the last tree hash. */
  unhashed: Set<string>;
}

/** Stores the cleaned event and returns it. Callers must use only the returned one. */
export async function recordEvent<Event extends AgentEvent>(
  { run }: Pick<Conversation, "run">,
  event: Event,
): Promise<Event> {
  const kept = (await run.clean(event)) as Event;
  await run.emit(kept);
  return kept;
}

/** Adds the usage of one call to the conversation's totals. */
export function countUsage(
  conversation: Conversation,
  { usage, costUsd }: { usage: StepUsage; costUsd: number | null },
): void {
  conversation.tokens += usage.inputTokens + usage.outputTokens;
  conversation.costUsd =
    conversation.costUsd === null || costUsd === null ? null : conversation.costUsd + costUsd;
}

/** The built-in model is replayed from the start if necessary, which takes every result. */
export function isBuiltIn({ model }: Pick<AgentRun, "model">): boolean {
  return model.provider === "copydesk";
}
