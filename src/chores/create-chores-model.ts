import { randomBytes } from "node:crypto";
import type {
  LanguageModelV4,
  LanguageModelV4Content,
  LanguageModelV4GenerateResult,
  LanguageModelV4Prompt,
  LanguageModelV4StreamPart,
} from "@ai-sdk/provider";
import { runInSlices, type Sliced } from "../text/run-in-slices.ts";
import { noAnswer, type ToolAnswer, type ToolCall } from "./chore.ts";
import { type Answer, type ChoresSession, createChoresSession } from "./create-chores-session.ts";
import { notUnderstoodText } from "./not-understood.ts";
import { readOlderResult } from "./older-results.ts";
import { type Happening, type MadeCall, readConversation } from "./read-conversation.ts";

/** Conversations that are kept alive; an older one is replayed from its messages when it continues. */
const liveSessionsMax = 100;

/**
 * Creates a model that needs no network and no key: it carries out mechanical instructions with the agent's
 * tools. Its answers depend only on the conversation; the ids of calls are random.
 */
export function createChoresModel(): LanguageModelV4 {
  /** First call of the last answer → session that waits for its result. */
  const live = new Map<string, ChoresSession>();

  function* generate(prompt: LanguageModelV4Prompt): Sliced<LanguageModelV4GenerateResult> {
    const happenings = readConversation(prompt);
    const { session, answer } = yield* goOn(live, happenings);
    if (answer.kind === "not-understood") return toResult([], answer.text);
    const calls = answer.calls.map(giveId);
    if (calls[0] !== undefined) keepAlive(live, calls[0].id, session);
    return toResult(calls, "");
  }

  return {
    specificationVersion: "v4",
    provider: "copydesk",
    modelId: "chores",
    supportedUrls: {},
    async doGenerate({ prompt, abortSignal }) {
      abortSignal?.throwIfAborted();
      return runInSlices(generate(prompt), abortSignal);
    },
    async doStream({ prompt, abortSignal }) {
      abortSignal?.throwIfAborted();
      return { stream: toStream(await runInSlices(generate(prompt), abortSignal)) };
    },
  } satisfies LanguageModelV4;
}

interface Continued {
  session: ChoresSession;
  answer: Answer;
}

function* goOn(live: Map<string, ChoresSession>, happenings: Happening[]): Sliced<Continued> {
  const lastCall = happenings.findLastIndex(({ kind }) => kind === "called");
  const called = happenings[lastCall];
  const key = called?.kind === "called" ? called.calls[0]!.id : null;
  const session = key === null ? undefined : live.get(key);
  if (key === null || session === undefined) return yield* replay(happenings);
  live.delete(key);
  return { session, answer: yield* advance(session, happenings.slice(lastCall)) };
}

/** Replays the whole conversation in a new session: the same results give the same calls. */
function* replay(happenings: Happening[]): Sliced<Continued> {
  const session = createChoresSession();
  const turns = splitTurns(happenings);
  let answer: Answer = { kind: "not-understood", text: notUnderstoodText };
  for (const turn of turns) {
    const [first] = turn;
    if (first?.kind === "called") expectSameCalls(answer, first.calls);
    answer = yield* advance(session, turn);
  }
  return { session, answer };
}

/** Splits the conversation into turns. Each turn but the first begins with the calls of an answer. */
function splitTurns(happenings: Happening[]): Happening[][] {
  const turns: Happening[][] = [[]];
  for (const happening of happenings) {
    if (happening.kind === "called") turns.push([]);
    turns.at(-1)!.push(happening);
  }
  return turns;
}

function* advance(session: ChoresSession, turn: Happening[]): Sliced<Answer> {
  const results = new Map<string, ToolAnswer>();
  let calls: MadeCall[] = [];
  for (const happening of turn) {
    if (happening.kind === "told") session.tell(happening.text);
    else if (happening.kind === "called") calls = happening.calls;
    else for (const [id, result] of happening.results) results.set(id, result);
  }
  return yield* session.answer(calls.map((call) => withData(call, results.get(call.id) ?? noAnswer)));
}

function withData(call: MadeCall, answer: ToolAnswer): ToolAnswer {
  return answer.data === null ? { ...answer, data: readOlderResult(call, answer.ok, answer.text) } : answer;
}

function expectSameCalls(answer: Answer, calls: readonly MadeCall[]): void {
  const planned = answer.kind === "calls" ? answer.calls : [];
  const isSame =
    planned.length === calls.length &&
    planned.every(({ name, input }, index) => {
      const call = calls[index]!;
      return name === call.name && JSON.stringify(input) === JSON.stringify(call.input);
    });
  if (!isSame) {
    throw new Error(
      "copydesk/chores cannot continue this conversation: its earlier tool results are missing or were changed.",
    );
  }
}

function giveId(call: ToolCall): MadeCall {
  return { id: `chore_${randomBytes(9).toString("base64url")}`, ...call };
}

function keepAlive(live: Map<string, ChoresSession>, key: string, session: ChoresSession): void {
  live.set(key, session);
  const [oldest] = live.keys();
  if (live.size > liveSessionsMax && oldest !== undefined) live.delete(oldest);
}

function toResult(calls: readonly MadeCall[], notUnderstood: string): LanguageModelV4GenerateResult {
  const isUnderstood = calls.length > 0;
  const content: LanguageModelV4Content[] = isUnderstood
    ? calls.map(({ id, name, input }) => ({
        type: "tool-call",
        toolCallId: id,
        toolName: name,
        input: JSON.stringify(input),
      }))
    : [{ type: "text", text: notUnderstood }];
  return {
    content,
    finishReason: { unified: isUnderstood ? "tool-calls" : "stop", raw: undefined },
    usage: {
      inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: 0, text: 0, reasoning: 0 },
    },
    ...(!isUnderstood && { providerMetadata: { copydesk: { notUnderstood: true } } }),
    warnings: [],
  };
}

function toStream(result: LanguageModelV4GenerateResult): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue({ type: "stream-start", warnings: result.warnings });
      for (const part of result.content) {
        if (part.type === "tool-call") controller.enqueue(part);
        if (part.type !== "text") continue;
        controller.enqueue({ type: "text-start", id: "0" });
        controller.enqueue({ type: "text-delta", id: "0", delta: part.text });
        controller.enqueue({ type: "text-end", id: "0" });
      }
      const { finishReason, usage, providerMetadata } = result;
      controller.enqueue({ type: "finish", finishReason, usage, providerMetadata });
      controller.close();
    },
  });
}
