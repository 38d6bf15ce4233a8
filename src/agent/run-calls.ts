import type { JSONObject } from "@ai-sdk/provider";
import type { ModelMessage } from "ai";
import { observe } from "../telemetry/observe.ts";
import { applyOperations } from "./apply-operations.ts";
import type { ModelToolCall } from "./ask-model.ts";
import { type Conversation, isBuiltIn, recordEvent } from "./conversation.ts";
import { describeBlindEnd } from "./describe-no-calls.ts";
import { rememberRead } from "./file-reads.ts";
import { ReplayMismatch } from "./recording.ts";
import { runTool } from "./run-tool.ts";
import { allTools } from "./tools/all-tools.ts";
import { takenCitations } from "./tools/cite.ts";
import { cutToBytes, resultBytesMax } from "./tools/cut-text.ts";
import { parseFinish } from "./tools/finish.ts";
import { refused, type ToolResult } from "./tools/tool.ts";
import type { RecordedData } from "./tools/tool-data.ts";
import type { AgentEvent, AgentOutcome } from "./types.ts";
import { endStep, noteCall } from "./watch-progress.ts";

type RecordedResult = Extract<AgentEvent, { kind: "tool_result" }>;

const lookFirst =
  "nothing of the repository has been looked at yet. Look first with list, search, read or check, then call finish";

/**
 * Runs the calls of one answer in order, or repeats them from the record. Calls after `finish` are answered
 * but not run. A `finish` before the model has seen anything of the repository is refused once; the second
 * one fails.
 */
export async function runCalls(
  conversation: Conversation,
  calls: readonly ModelToolCall[],
): Promise<AgentOutcome | null> {
  let finish: ToolResult["finish"];
  let blind: ToolResult["finish"];
  conversation.hasCalled = true;
  const message: Extract<ModelMessage, { role: "tool" }> = { role: "tool", content: [] };
  for (const [index, call] of calls.entries()) {
    const place = { isFinished: finish !== undefined, isLast: index === calls.length - 1 };
    const unseen = findBlindFinish(conversation, call);
    const recorded = conversation.recording.next("tool_result");
    const result =
      recorded === null
        ? await runCall(conversation, call, place)
        : await repeatCall(conversation, call, { ...place, recorded });
    finish ??= result.finish;
    noteAccount(conversation, call, result);
    if (!result.ok) blind ??= unseen;
    conversation.hasLooked ||= result.ok && call.name !== "finish";
    const output = { type: result.ok ? "text" : "error-text", value: withWarning(result) } as const;
    message.content.push({
      ...{ type: "tool-result", toolCallId: call.id, toolName: call.name, output },
      ...(result.data && { providerOptions: { copydesk: { data: result.data as JSONObject } } }),
    });
  }
  conversation.messages.push(message);
  if (finish !== undefined) return { kind: "finished", title: finish.title, summary: finish.summary };
  return blind === undefined ? null : hearBlindFinish(conversation, blind.summary);
}

/** Collects citations and kept pages; also applies to calls repeated from the record. */
function noteAccount(
  conversation: Conversation,
  { name, input }: ModelToolCall,
  result: Pick<ToolResult, "ok" | "output">,
): void {
  if (!result.ok) return;
  if (name === "cite") conversation.citations.push(...takenCitations(input, result.output));
  if (name === "finish") conversation.pagesKept = parseFinish(input)?.pages ?? [];
}

/** A job that changes nothing must say why, and may name only pages that it has read. */
function refuseUnchanged({ run, hasChanged, context }: Conversation, call: ModelToolCall): string | null {
  if (hasChanged || isBuiltIn(run) || call.name !== "finish") return null;
  const finish = parseFinish(call.input);
  if (finish === undefined) return null;
  if (finish.summary === "")
    return "nothing was changed: say in the summary why, and in pages which pages you read and why each holds";
  const unread = (finish.pages ?? []).map(({ path }) => path).filter((path) => !context.reads.has(path));
  return unread.length === 0 ? null : `${unread.join(", ")}: not read; read what you name in pages`;
}

/**
 * Returns a language model's `finish` if no earlier call has shown it anything; undefined for every other
 * call.
 */
function findBlindFinish({ run, hasLooked }: Conversation, call: ModelToolCall): ToolResult["finish"] {
  if (hasLooked || isBuiltIn(run) || call.refused !== undefined || call.name !== "finish") return undefined;
  return parseFinish(call.input);
}

function hearBlindFinish(conversation: Conversation, summary: string): AgentOutcome | null {
  conversation.blindFinishes += 1;
  if (conversation.hasLooked || conversation.blindFinishes === 1) return null;
  return { kind: "model_error", message: describeBlindEnd(summary) };
}

/** `data` as recorded: only the built-in model receives it. */
type WarnedResult = Omit<ToolResult, "data"> & { warning: string | null; data?: RecordedData | undefined };

function withWarning({ output, warning }: WarnedResult): string {
  if (warning === null) return output;
  const note = `\n\nwarning: ${warning}`;
  return cutToBytes(output, resultBytesMax - Buffer.byteLength(note)) + note;
}

async function runCall(
  conversation: Conversation,
  call: ModelToolCall,
  { isFinished, isLast }: { isFinished: boolean; isLast: boolean },
): Promise<WarnedResult> {
  const { context, steps } = conversation;
  const startedAt = performance.now();
  const readBefore = new Map(context.reads);
  const unchanged = call.refused === undefined ? refuseUnchanged(conversation, call) : null;
  const result = isFinished
    ? refused("not run: finish was called before it")
    : call.refused !== undefined
      ? refused(call.refused)
      : findBlindFinish(conversation, call) !== undefined
        ? refused(lookFirst)
        : unchanged !== null
          ? refused(unchanged)
          : await runObserved(context, call);
  const { ok, output, operations, changedPaths } = result;
  if (changedPaths.length > 0) await noteChanges(conversation, changedPaths);
  const tree = isLast ? await hashStep(conversation) : null;
  const warning = watch(conversation, { call, result, tree, isLast });
  const kept = await recordEvent<RecordedResult>(conversation, {
    kind: "tool_result",
    step: steps,
    callId: call.id,
    name: call.name,
    ok,
    output,
    ...(result.data && isBuiltIn(conversation.run) && { data: result.data }),
    warning,
    operations,
    reads: [...context.reads].filter(([path, hash]) => readBefore.get(path) !== hash).map(([path]) => path),
    tree,
    durationMs: Math.round(performance.now() - startedAt),
  });
  return { ...result, output: kept.output, data: kept.data, warning };
}

async function runObserved(context: Conversation["context"], call: ModelToolCall): Promise<ToolResult> {
  const isKnown = allTools.some(({ name }) => name === call.name);
  return await observe("tool_call", { tool: isKnown ? call.name : "other" }, async (tell) => {
    const result = await runTool(allTools, context, call);
    tell({ ok: result.ok });
    return result;
  });
}

/** Skips the built-in model, which follows its plan and costs nothing. */
function watch(
  { run, progress }: Conversation,
  done: { call: ModelToolCall; result: ToolResult; tree: string | null; isLast: boolean },
): string | null {
  if (isBuiltIn(run)) return null;
  const { name, input } = done.call;
  const { ok, output, changedPaths } = done.result;
  const warning = noteCall(progress, { name, input, ok, output }, changedPaths.length > 0);
  const ofStep = done.isLast ? endStep(progress, done.tree) : null;
  return warning ?? ofStep;
}

/** Applies a recorded call's changes to the tree and returns its recorded result. Throws `ReplayMismatch`. */
async function repeatCall(
  conversation: Conversation,
  call: ModelToolCall,
  { recorded, isLast }: { recorded: RecordedResult; isLast: boolean },
): Promise<WarnedResult> {
  const { run, context, recording } = conversation;
  const { ok, output, data, operations } = recorded;
  if (recorded.callId !== call.id) throw new ReplayMismatch(`the result of ${call.id} is not recorded`);
  const { workspace } = run;
  await applyOperations(workspace, operations).catch((cause: unknown) => {
    throw new ReplayMismatch(`a change of ${call.name} could not be repeated`, { cause });
  });
  const changedPaths = operations.flatMap((operation) =>
    operation.op === "move" ? [operation.from, operation.to] : [operation.path],
  );
  if (changedPaths.length > 0) await noteChanges(conversation, changedPaths);
  for (const path of recorded.reads) {
    const text = await workspace.readTextIfPresent(path);
    if (text !== null) rememberRead(context.reads, path, text);
  }
  if (recorded.tree !== null && !recording.hasLaterTree()) await compareTree(conversation, recorded.tree);
  const finish = ok && call.name === "finish" ? parseFinish(call.input) : undefined;
  const result = { ok, output, operations, changedPaths, ...(finish && { finish }) };
  watch(conversation, { call, result, tree: recorded.tree, isLast });
  return { ...result, data, warning: recorded.warning ?? null };
}

async function compareTree(conversation: Conversation, recorded: string): Promise<void> {
  const tree = await hashStep(conversation);
  if (tree !== null && tree !== recorded)
    throw new ReplayMismatch(`the tree is ${tree}, recorded was ${recorded}`);
}

async function noteChanges(conversation: Conversation, paths: readonly string[]): Promise<void> {
  conversation.hasChanged = true;
  for (const path of paths) conversation.unhashed.add(path);
  await conversation.run.workspace.noteChanges(paths);
}

/** Hashing the tree takes two runs of git, so that a step with many edits is hashed only once. */
async function hashStep({ run, unhashed }: Conversation): Promise<string | null> {
  if (unhashed.size === 0) return null;
  const tree = await run.workspace.treeHash([...unhashed]);
  unhashed.clear();
  return tree;
}
