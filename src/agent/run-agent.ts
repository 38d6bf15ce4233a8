import { askModel, type ModelAnswer } from "./ask-model.ts";
import { type Conversation, countUsage, isBuiltIn, recordEvent } from "./conversation.ts";
import { describeBlindEnd, describeNoCalls } from "./describe-no-calls.ts";
import { findExceededBudget, findRefusal } from "./find-exceeded-budget.ts";
import { keepWithinWindow, summarizeOldest } from "./keep-within-window.ts";
import { measureMessages } from "./measure-messages.ts";
import { buildFirstMessage, nudgeText } from "./prompt.ts";
import { createRecording } from "./recording.ts";
import { runCalls } from "./run-calls.ts";
import { describeTools } from "./tool-definitions.ts";
import { allTools } from "./tools/all-tools.ts";
import { titleCharactersMax } from "./tools/finish.ts";
import type { AgentEvent, AgentOutcome, AgentRun } from "./types.ts";
import type { Citation } from "./verify-evidence.ts";
import { findStuck, noteNews, noteSilence, startProgress } from "./watch-progress.ts";

/** A job's conversation with its model. It continues after `finish`, so that the gate can ask for repairs. */
export interface AgentConversation {
  /**
   * Call only once. Throws the reason of an abort, whatever `emit` or `treeHash` throw, and `ReplayMismatch`
   * if the recorded events do not fit the tree.
   */
  start(): Promise<AgentOutcome>;
  /** Continues after `finished` with another message from Copydesk. Budgets cover the whole conversation. */
  continueWith(message: string): Promise<AgentOutcome>;
  /**
   * Returns the message with which an earlier worker continued after this `finished`; null if it got no
   * further.
   */
  recordedContinuation(): string | null;
  /** Returns the basis of the result: citations, pages read, and pages declared correct as they are. */
  account(): AgentAccount;
}

export interface AgentAccount {
  citations: readonly Citation[];
  pagesKept: readonly { path: string; why: string }[];
  pagesRead: readonly string[];
}

export function runAgent(run: AgentRun): AgentConversation {
  const conversation = startConversation(run);
  return {
    async start() {
      const { text, instructions, siteSummary, earlier } = await say(conversation, "task", run.prompt);
      conversation.hasLooked = earlier !== null;
      conversation.messages.push(
        buildFirstMessage({ prompt: text, instructions, siteSummary: siteSummary ?? "", earlier }),
      );
      return await converse(conversation);
    },
    async continueWith(message) {
      const { text } = await say(conversation, "repair", message);
      conversation.messages.push({ role: "user", content: text });
      conversation.silentAnswers = 0;
      noteNews(conversation.progress);
      return await converse(conversation);
    },
    recordedContinuation() {
      const next = conversation.recording.peek();
      return next?.kind === "prompt" ? next.text : null;
    },
    account() {
      const { citations, pagesKept, context } = conversation;
      return { citations, pagesKept, pagesRead: [...context.reads.keys()] };
    },
  };
}

function startConversation(run: AgentRun): Conversation {
  return {
    run,
    tools: describeTools(allTools, { withSources: (run.workspace.sources?.size ?? 0) > 0 }),
    context: { workspace: run.workspace, reads: new Map(), signal: run.signal, prompt: run.prompt },
    recording: createRecording(run.recorded),
    messages: [],
    steps: 0,
    tokens: 0,
    costUsd: 0,
    last: null,
    summaries: 0,
    silentAnswers: 0,
    hasCalled: false,
    hasLooked: false,
    blindFinishes: 0,
    hasChanged: false,
    citations: [],
    pagesKept: [],
    progress: startProgress(),
    unhashed: new Set(),
  };
}

async function converse(conversation: Conversation): Promise<AgentOutcome> {
  for (;;) {
    const outcome = await takeStep(conversation);
    if (outcome !== null) return outcome;
  }
}

async function takeStep(conversation: Conversation): Promise<AgentOutcome | null> {
  const { run, recording } = conversation;
  run.signal.throwIfAborted();
  await hearPeople(conversation);
  if (recording.isOver()) {
    const stuck = isBuiltIn(run) ? null : findStuck(conversation.progress);
    if (stuck !== null) return { kind: "stuck", message: stuck };
    const exceeded = findExceededBudget(conversation);
    if (exceeded !== null) return { kind: "budget_exceeded", message: exceeded };
    const refusal = isBuiltIn(run) ? null : await findRefusal(conversation);
    if (refusal !== null) return { kind: "budget_exceeded", message: refusal };
  }
  await keepWithinWindow(conversation);
  const answer = await nextAnswer(conversation);
  if ("error" in answer) return { kind: "model_error", message: answer.error };
  if (answer.isNotUnderstood) return { kind: "not_understood", message: answer.text };
  if (answer.toolCalls.length === 0) return await hearSilence(conversation, answer.text);
  conversation.silentAnswers = 0;
  return await runCalls(conversation, answer.toolCalls);
}

/** Finish reason recorded for an answer if the built-in model does not understand the instruction. */
const notUnderstood = "not_understood";

type Answer = Pick<ModelAnswer, "text" | "toolCalls" | "isNotUnderstood">;

/** Returns the recorded answer or the model's, which is stored before it is used. */
async function nextAnswer(conversation: Conversation): Promise<Answer | { error: string }> {
  const { recording, messages } = conversation;
  const characters = measureMessages(messages);
  conversation.steps += 1;
  const recorded = recording.next("model_answer");
  const answer = recorded ?? (await askForAnswer(conversation));
  if ("error" in answer) return answer;
  countUsage(conversation, answer);
  conversation.last = { usage: answer.usage, characters };
  messages.push(answer.message as Conversation["messages"][number]);
  const isNotUnderstood = answer.finishReason === notUnderstood;
  return { text: answer.text, toolCalls: answer.toolCalls, isNotUnderstood };
}

type ModelRetry = Omit<Extract<AgentEvent, { kind: "model_retry" }>, "kind">;
type RecordedAnswer = Extract<AgentEvent, { kind: "model_answer" }>;

async function askForAnswer(conversation: Conversation): Promise<RecordedAnswer | { error: string }> {
  const { run, steps, tools } = conversation;
  const call = {
    ...run,
    callId: `${run.callPrefix}-${steps}`,
    onRetry: async (retry: ModelRetry) =>
      void (await recordEvent(conversation, { kind: "model_retry", ...retry })),
  };
  let answer = await askModel(call, conversation.messages, tools);
  if ("error" in answer && answer.kind === "context_overflow" && (await summarizeOldest(conversation))) {
    answer = await askModel({ ...call, callId: `${call.callId}-shorter` }, conversation.messages, tools);
  }
  if ("error" in answer) return answer.kind === "context_overflow" ? adviseWindow(answer.error) : answer;
  const { isNotUnderstood, ...stored } = answer;
  return await recordEvent(conversation, {
    kind: "model_answer",
    step: steps,
    ...stored,
    finishReason: isNotUnderstood ? notUnderstood : stored.finishReason,
    costUsd: run.costOf(answer.usage),
  });
}

function adviseWindow(error: string): { error: string } {
  const end = /[.!?]$/.test(error) ? "" : ".";
  return {
    error: `${error}${end} The conversation does not fit into the model's window. Choose a model with a larger one or start its server with at least 16,384 tokens, set COPYDESK_CONTEXT_TOKENS to that number, or ask for less at once.`,
  };
}

/**
 * Reminds a model that talks instead of acting, once. The second time, its text becomes the summary: of the
 * change if there is one, otherwise of why nothing was changed. Fails if the model has seen nothing of the
 * repository.
 */
async function hearSilence(conversation: Conversation, text: string): Promise<AgentOutcome | null> {
  conversation.silentAnswers += 1;
  noteSilence(conversation.progress);
  if (conversation.silentAnswers === 1) {
    const nudge = await say(conversation, "nudge", nudgeText);
    conversation.messages.push({ role: "user", content: nudge.text });
    return null;
  }
  const summary = text.trim();
  if (summary === "" && !conversation.hasChanged) {
    return { kind: "model_error", message: "The model answered twice with neither text nor a tool call." };
  }
  if (!conversation.hasCalled) return { kind: "model_error", message: describeNoCalls(summary) };
  if (!conversation.hasLooked) return { kind: "model_error", message: describeBlindEnd(summary) };
  return { kind: "finished", title: titleFromPrompt(conversation.run.prompt), summary };
}

function titleFromPrompt(prompt: string): string {
  const line = prompt.trim().split(/\r?\n/, 1)[0]!.replace(/\s+/g, " ");
  return line.length <= titleCharactersMax ? line : `${line.slice(0, titleCharactersMax - 1).trimEnd()}…`;
}

/**
 * Passes on what people have said while the job ran. The built-in model takes one task at a time: for it,
 * that is the next turn.
 */
async function hearPeople(conversation: Conversation): Promise<void> {
  const { run, recording, messages } = conversation;
  const next = recording.peek();
  if (next?.kind === "prompt" && next.cause === "message") {
    messages.push({ role: "user", content: recording.next("prompt")!.text });
    noteNews(conversation.progress);
    return;
  }
  if (!recording.isOver() || isBuiltIn(run)) return;
  const said = await run.takeMessages();
  if (said === null) return;
  const text = `The people who gave you the task have added:\n${said.text}`;
  const prompt = await recordEvent(conversation, {
    kind: "prompt",
    cause: "message",
    text,
    instructions: null,
    siteSummary: null,
    earlier: null,
    through: said.through,
  });
  messages.push({ role: "user", content: prompt.text });
  noteNews(conversation.progress);
}

type Prompt = Extract<AgentEvent, { kind: "prompt" }>;

async function say(
  conversation: Conversation,
  cause: "task" | "repair" | "nudge",
  text: string,
): Promise<Prompt> {
  const { run, recording } = conversation;
  const recorded = recording.next("prompt");
  if (recorded !== null) return recorded;
  const none = { instructions: null, siteSummary: null, earlier: null };
  const { instructions, siteSummary, earlier } = cause === "task" ? run : none;
  return await recordEvent<Prompt>(conversation, {
    kind: "prompt",
    cause,
    text,
    instructions,
    siteSummary,
    earlier,
    through: null,
  });
}
