import type {
  Author,
  CheckCounts,
  FileOperation,
  Finding,
  ModelAnswerEvent,
  StepUsage,
  ToolResultEvent,
} from "../../../../sdk/src/generated-types.ts";
import { toFact } from "./event-facts.ts";
import type { AnyEvent } from "./event-log.ts";
import { explainFailure } from "./explain-failure.ts";
import type { FactItem } from "./fact.ts";

export interface CallItem {
  id: string;
  name: string;
  input: unknown;
  /** `refused`: the tool did not act, or was not called. */
  state: "running" | "done" | "refused" | "stopped";
  output: string | null;
  warning: string | null;
  operations: readonly FileOperation[];
}

export interface StepItem {
  type: "step";
  seq: number;
  at: string;
  step: number;
  text: string;
  calls: CallItem[];
  usage: StepUsage;
  durationMs: number;
}

export interface RetryItem {
  type: "retry";
  seq: number;
  at: string;
  attempts: { attempt: number; status: number | null; message: string; waitMs: number }[];
}

export interface ChecksItem {
  type: "checks";
  seq: number;
  at: string;
  counts: CheckCounts | null;
  new: readonly Finding[];
  fixed: readonly Finding[];
  notJudged: readonly { rule: string; links: number; reason: string }[];
}

export interface SaidItem {
  type: "said";
  seq: number;
  at: string;
  author: Author | null;
  prompt: string;
}

export interface EngineItem {
  type: "engine";
  seq: number;
  at: string;
  texts: string[];
  calls: { title: string; kind: string; status: string }[];
}

export type Item = StepItem | RetryItem | ChecksItem | SaidItem | EngineItem | FactItem;

/** A prompt with everything that followed from it. */
export interface Turn {
  number: number;
  seq: number;
  at: string;
  author: Author | null;
  prompt: string;
  items: Item[];
  state: "active" | "completed" | "failed";
}

/** Groups the events of a job for readers: turns, and within them the agent's actions, step by step. */
export function groupEvents(events: readonly AnyEvent[]): Turn[] {
  const turns: Turn[] = [];
  for (const event of events) {
    const { kind, data } = event;
    const turn = turns.at(-1);
    if (kind === "created" || (kind === "message" && data.turn > (turn?.number ?? 0)))
      turns.push(startTurn(event, data.prompt, data.turn));
    else if (turn !== undefined) addToTurn(turn, event);
  }
  return turns;
}

/**
 * Returns the message in full: if the agent wrote several lines, these instead of the message in one line.
 */
export function tellInFull(turn: Turn | undefined, message: string): string {
  const said = turn?.items.findLast((item) => item.type === "step")?.text.trim() ?? "";
  return said.replace(/\s+/g, " ") === message ? said : message;
}

function startTurn({ seq, at, author }: AnyEvent, prompt: string, number: number): Turn {
  return { number, seq, at, author, prompt, items: [], state: "active" };
}

function addToTurn(turn: Turn, event: AnyEvent): void {
  const { seq, at, author, kind, data } = event;
  const last = turn.items.at(-1);
  switch (kind) {
    case "message":
      turn.items.push({ type: "said", seq, at, author, prompt: data.prompt });
      return;
    case "model_answer":
      turn.items.push(toStep(event));
      return;
    case "tool_result":
      addResult(turn, data);
      return;
    case "model_retry":
      if (last?.type === "retry") last.attempts.push(data);
      else turn.items.push({ type: "retry", seq, at, attempts: [data] });
      return;
    case "engine_update": {
      const item: EngineItem =
        last?.type === "engine" ? last : { type: "engine", seq, at, texts: [], calls: [] };
      if (item !== last) turn.items.push(item);
      if (data.text !== "") item.texts.push(data.text);
      if (data.toolCall !== undefined) item.calls.push(data.toolCall);
      return;
    }
    case "checks":
      turn.items.push({ type: "checks", seq, at, ...data });
      return;
    case "completed":
    case "failed":
      turn.state = kind;
      stopCalls(turn);
      // The agent's last words are not repeated.
      if (kind === "failed" && tellInFull(turn, data.message) !== data.message) {
        turn.items.push({ type: "fact", seq, at, tone: "bad", text: explainFailure(data.reason).title });
        return;
      }
      break;
    case "restarted":
    case "started":
      stopCalls(turn);
  }
  const fact = toFact(event);
  if (fact !== null) turn.items.push(fact);
}

function toStep({ seq, at, data }: ModelAnswerEvent): StepItem {
  const calls = data.toolCalls.map(({ id, name, input, refused }): CallItem => {
    const isRefused = refused !== undefined;
    const state = isRefused ? "refused" : "running";
    return { id, name, input, state, output: refused ?? null, warning: null, operations: [] };
  });
  const { step, text, usage, durationMs } = data;
  return { type: "step", seq, at, step, text, calls, usage, durationMs };
}

/** A result belongs to the newest call with its id: after a restart a model may reuse its ids. */
function addResult(turn: Turn, data: ToolResultEvent["data"]): void {
  for (const item of turn.items.toReversed()) {
    if (item.type !== "step") continue;
    const call = item.calls.find(({ id, output }) => id === data.callId && output === null);
    if (call === undefined) continue;
    const { ok, output, warning, operations } = data;
    Object.assign(call, { state: ok ? "done" : "refused", output, warning, operations });
    return;
  }
}

/** Marks the running calls of a dead worker as stopped. */
function stopCalls(turn: Turn): void {
  for (const item of turn.items) {
    if (item.type !== "step") continue;
    for (const call of item.calls) if (call.state === "running") call.state = "stopped";
  }
}
