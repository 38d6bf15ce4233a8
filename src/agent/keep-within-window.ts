import type { ModelMessage } from "ai";
import { askModel, type ModelAnswer } from "./ask-model.ts";
import { type Conversation, countUsage, isBuiltIn, recordEvent } from "./conversation.ts";
import { measureMessages } from "./measure-messages.ts";
import { buildSummaryPart, summaryRequest } from "./prompt.ts";
import { pruneResults, removeResults } from "./prune-results.ts";
import type { AgentEvent } from "./types.ts";
import { forgetResults } from "./watch-progress.ts";

// Share of the window at which old results are removed, and at which the oldest steps are summarized.
const pruneAt = 0.6;
const summarizeAt = 0.8;

/** Characters per token until the provider has reported a count, and the upper limit afterwards. */
const charactersPerTokenDefault = 3;
const charactersPerTokenMax = 6;
const keptStepsDefault = 6;

type Summary = Extract<AgentEvent, { kind: "summary" }>;

/**
 * Runs before each step: removes old results in blocks and, if that is not enough, has the model summarize
 * its oldest steps.
 */
export async function keepWithinWindow(conversation: Conversation): Promise<void> {
  const { run, recording, messages } = conversation;
  if (isBuiltIn(run)) return;
  if (estimateTokens(conversation) > run.contextTokens * pruneAt && pruneResults(messages)) {
    forgetResults(conversation.progress);
  }
  const recorded = recording.peek();
  if (recorded?.kind === "summary") return applySummary(conversation, recording.next("summary")!);
  if (!recording.isOver() || estimateTokens(conversation) <= run.contextTokens * summarizeAt) return;
  await summarizeOldest(conversation);
}

/**
 * Replaces all but the newest steps with the model's own summary; false if nothing can be left out. If the
 * model fails to summarize, the job goes on with a list of the changes instead.
 */
export async function summarizeOldest(conversation: Conversation): Promise<boolean> {
  const { run, messages } = conversation;
  const end = findCut(messages);
  if (end <= 1) return false;
  const answer = await askForSummary(conversation, end);
  const usage =
    "error" in answer
      ? { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0 }
      : answer.usage;
  const text = "error" in answer ? "" : answer.text.trim();
  const summary = await recordEvent<Summary>(conversation, {
    kind: "summary",
    text: text === "" ? describeChanges(conversation) : text,
    removedMessages: end - 1,
    usage,
    costUsd: "error" in answer ? 0 : run.costOf(usage),
    durationMs: "error" in answer ? 0 : answer.durationMs,
  });
  applySummary(conversation, summary);
  return true;
}

function applySummary(conversation: Conversation, summary: Summary): void {
  const { messages } = conversation;
  const [task] = messages;
  if (task?.role !== "user" || typeof task.content === "string") throw new Error("the task is missing");
  const [first] = task.content;
  const parts = [first!, buildSummaryPart(summary.text)];
  messages.splice(0, summary.removedMessages + 1, { role: "user", content: parts });
  forgetResults(conversation.progress);
  conversation.summaries += 1;
  conversation.last = null;
  countUsage(conversation, summary);
}

/** Uses the same tools and the same beginning as every step, so that the provider's cache applies. */
async function askForSummary(
  { run, tools, messages, steps, summaries }: Conversation,
  end: number,
): Promise<ModelAnswer | { error: string }> {
  const told = structuredClone(messages.slice(0, end));
  if (measureMessages(told) > (run.contextTokens * charactersPerTokenDefault) / 2) {
    for (const message of told) if (message.role === "tool") removeResults(message);
  }
  const request: ModelMessage = { role: "user", content: summaryRequest };
  const callId = `${run.callPrefix}-${steps}-summary-${summaries}`;
  return await askModel({ ...run, callId }, [...told, request], tools);
}

/**
 * Returns the index of the first message to keep. It is always an assistant's, so that no result is separated
 * from its call.
 */
function findCut(messages: readonly ModelMessage[]): number {
  const starts = messages.flatMap(({ role }, index) => (role === "assistant" ? [index] : []));
  const kept = Math.min(keptStepsDefault, Math.floor(starts.length / 2));
  return kept === 0 ? 0 : (starts.at(-kept) ?? 0);
}

function estimateTokens({ messages, last }: Conversation): number {
  const characters = measureMessages(messages);
  if (last === null || last.characters === 0) return characters / charactersPerTokenDefault;
  return characters * Math.max(last.usage.inputTokens / last.characters, 1 / charactersPerTokenMax);
}

function describeChanges({ unhashed, context }: Conversation): string {
  const known = [...new Set([...unhashed, ...context.reads.keys()])].slice(0, 200);
  return `The details of the earlier steps are no longer known. Files that were read or changed in them:\n${known.map((path) => `- ${path}`).join("\n")}`;
}
