import type { ModelMessage, ToolSet } from "ai";
import { askModel, type ModelAnswer, type ModelToolCall } from "./ask-model.ts";
import { buildFirstMessage, nudgeText } from "./prompt.ts";
import { pruneResults } from "./prune-results.ts";
import { runTool } from "./run-tool.ts";
import { describeTools } from "./tool-definitions.ts";
import { allTools } from "./tools/all-tools.ts";
import { titleCharactersMax } from "./tools/finish.ts";
import { refused, type ToolContext, type ToolResult } from "./tools/tool.ts";
import type { AgentOutcome, AgentRun } from "./types.ts";

/** A job's talk with its model; it outlives `finish`, so that the gate can ask for repairs in the same conversation. */
export interface AgentConversation {
  /** To be called once. Throws the reason of an abort, and what `emit` or `treeHash` throw. */
  start(): Promise<AgentOutcome>;
  /** Goes on after `finished` with one more message of ours. Budgets count over the whole conversation. */
  continueWith(message: string): Promise<AgentOutcome>;
}

interface Conversation {
  run: AgentRun;
  tools: ToolSet;
  context: ToolContext;
  messages: ModelMessage[];
  steps: number;
  tokens: number;
  /** Answers without a tool call, in a row. */
  silentAnswers: number;
  hasChanged: boolean;
  /** Paths that changed since the last tree hash. */
  unhashed: Set<string>;
}

export function runAgent(run: AgentRun): AgentConversation {
  const conversation: Conversation = {
    run,
    tools: describeTools(allTools),
    context: { workspace: run.workspace, reads: new Map(), signal: run.signal },
    messages: [],
    steps: 0,
    tokens: 0,
    silentAnswers: 0,
    hasChanged: false,
    unhashed: new Set(),
  };
  return {
    async start() {
      const { prompt, instructions, siteSummary } = run;
      await run.emit({ kind: "prompt", cause: "task", text: prompt, instructions, siteSummary });
      conversation.messages.push(buildFirstMessage(run));
      return await converse(conversation);
    },
    async continueWith(message) {
      await say(conversation, "repair", message);
      conversation.silentAnswers = 0;
      return await converse(conversation);
    },
  };
}

async function converse(conversation: Conversation): Promise<AgentOutcome> {
  for (;;) {
    const outcome = await takeStep(conversation);
    if (outcome !== null) return outcome;
  }
}

async function takeStep(conversation: Conversation): Promise<AgentOutcome | null> {
  const { run, messages } = conversation;
  run.signal.throwIfAborted();
  const exceeded = findExceededBudget(conversation);
  if (exceeded !== null) return { kind: "budget_exceeded", message: exceeded };
  if (!isBuiltIn(run)) pruneResults(messages);
  const answer = await askModel(run, messages, conversation.tools);
  if ("error" in answer) return { kind: "model_error", message: answer.error };
  await recordAnswer(conversation, answer);
  if (answer.isNotUnderstood) return { kind: "not_understood", message: answer.text };
  if (answer.toolCalls.length === 0) return await hearSilence(conversation, answer.text);
  conversation.silentAnswers = 0;
  return await runCalls(conversation, answer.toolCalls);
}

/** The built-in model is led through its conversation again when it has to be, and needs every result for that. */
function isBuiltIn({ model }: AgentRun): boolean {
  return typeof model !== "string" && model.provider === "copydesk";
}

function findExceededBudget({ run, steps, tokens }: Conversation): string | null {
  const { maxSteps, maxTokens } = run.budget;
  if (steps >= maxSteps) return `The job used its ${maxSteps} steps before it was done.`;
  if (maxTokens !== null && tokens >= maxTokens) {
    return `The job used ${tokens} tokens of at most ${maxTokens} before it was done.`;
  }
  return null;
}

async function recordAnswer(conversation: Conversation, answer: ModelAnswer): Promise<void> {
  const { isNotUnderstood: _, ...stored } = answer;
  conversation.steps += 1;
  conversation.tokens += answer.usage.inputTokens + answer.usage.outputTokens;
  await conversation.run.emit({ kind: "model_answer", step: conversation.steps, ...stored });
  conversation.messages.push(answer.message);
}

/**
 * A model that talks instead of acting is reminded once. When it does so again its words are taken for the summary: of the
 * change when there is one, otherwise of why nothing was changed.
 */
async function hearSilence(conversation: Conversation, text: string): Promise<AgentOutcome | null> {
  conversation.silentAnswers += 1;
  if (conversation.silentAnswers === 1) {
    await say(conversation, "nudge", nudgeText);
    return null;
  }
  const summary = text.trim();
  if (summary === "" && !conversation.hasChanged) {
    return { kind: "model_error", message: "The model answered twice with neither text nor a tool call." };
  }
  return { kind: "finished", title: titleFromPrompt(conversation.run.prompt), summary };
}

function titleFromPrompt(prompt: string): string {
  const line = prompt.trim().split(/\r?\n/, 1)[0]!.replace(/\s+/g, " ");
  return line.length <= titleCharactersMax ? line : `${line.slice(0, titleCharactersMax - 1).trimEnd()}…`;
}

async function say(conversation: Conversation, cause: "repair" | "nudge", text: string): Promise<void> {
  await conversation.run.emit({ kind: "prompt", cause, text, instructions: null, siteSummary: null });
  conversation.messages.push({ role: "user", content: text });
}

/** Runs the calls of one answer in their order. Calls after `finish` are answered, but not run. */
async function runCalls(
  conversation: Conversation,
  calls: readonly ModelToolCall[],
): Promise<AgentOutcome | null> {
  let finish: ToolResult["finish"];
  const message: Extract<ModelMessage, { role: "tool" }> = { role: "tool", content: [] };
  for (const [index, call] of calls.entries()) {
    const place = { isFinished: finish !== undefined, isLast: index === calls.length - 1 };
    const result = await runCall(conversation, call, place);
    finish ??= result.finish;
    const output = { type: result.ok ? "text" : "error-text", value: result.output } as const;
    message.content.push({ type: "tool-result", toolCallId: call.id, toolName: call.name, output });
  }
  conversation.messages.push(message);
  return finish === undefined ? null : { kind: "finished", ...finish };
}

async function runCall(
  conversation: Conversation,
  call: ModelToolCall,
  { isFinished, isLast }: { isFinished: boolean; isLast: boolean },
): Promise<ToolResult> {
  const { run, context, steps } = conversation;
  const startedAt = performance.now();
  const result = isFinished
    ? refused("not run: finish was called before it")
    : await runTool(allTools, context, call);
  const { ok, output, operations, changedPaths } = result;
  if (changedPaths.length > 0) await noteChanges(conversation, changedPaths);
  await run.emit({
    kind: "tool_result",
    step: steps,
    callId: call.id,
    name: call.name,
    ok,
    output,
    operations,
    tree: isLast ? await hashStep(conversation) : null,
    durationMs: Math.round(performance.now() - startedAt),
  });
  return result;
}

async function noteChanges(conversation: Conversation, paths: readonly string[]): Promise<void> {
  conversation.hasChanged = true;
  for (const path of paths) conversation.unhashed.add(path);
  await conversation.run.workspace.noteChanges(paths);
}

/** Hashing the tree costs two runs of git, so a step that edits forty files is hashed once. */
async function hashStep({ run, unhashed }: Conversation): Promise<string | null> {
  if (unhashed.size === 0) return null;
  const tree = await run.workspace.treeHash([...unhashed]);
  unhashed.clear();
  return tree;
}
