import { cutToBytes, oneLine } from "../agent/tools/cut-text.ts";
import { maskCredentials } from "../outgoing/mask-credentials.ts";
import type { EngineEvent } from "./engine-event.ts";

type Json = Record<string, unknown>;
type ToolCall = NonNullable<EngineEvent["toolCall"]>;

export interface Updates {
  /** Takes the untrusted `params` of one `session/update`. */
  take(params: unknown): void;
  /** Returns the text after the last tool call, at most 8 kB. */
  finalMessage(): string;
  /**
   * Emits what is still pending; rejects with any error of `emit`, past or present. Call once, at the end.
   */
  close(): Promise<void>;
}

const intervalMs = 1_000;
const eventTextBytesMax = 1_500;
const titleBytesMax = 200;
const messageBytesMax = 8_000;
const charactersKept = 64 * 1024;
const knownCallsMax = 256;
const toolKinds = new Set([
  "read",
  "edit",
  "delete",
  "move",
  "search",
  "execute",
  "think",
  "fetch",
  "switch_mode",
]);
const toolStatuses = new Set(["pending", "in_progress", "completed", "failed"]);

interface State {
  message: string;
  /** True if the next text starts a new message. */
  isOver: boolean;
  text: string;
  toolCall: ToolCall | null;
  calls: Map<string, ToolCall>;
}

/** Collects the agent's updates and emits them at most once a second. Calls `onFailure` if `emit` throws. */
export function followUpdates(
  emit: (event: EngineEvent) => Promise<void>,
  onFailure: (error: unknown) => void,
): Updates {
  const state: State = { message: "", isOver: false, text: "", toolCall: null, calls: new Map() };
  let timer: NodeJS.Timeout | null = null;
  let emitting: Promise<void> = Promise.resolve();
  const flush = () => {
    timer = null;
    const event = takeEvent(state);
    if (event !== null) emitting = emitting.then(() => emit(event));
    emitting.catch(onFailure);
  };
  return {
    take(params) {
      takeUpdate(state, object(object(params).update));
      // Even the first update is delayed, so that related ones are emitted together.
      if (timer === null && hasNews(state))
        timer = setTimeout(() => emitting.then(flush, onFailure), intervalMs);
    },
    finalMessage: () => cutToBytes(toPlain(state.message).trim(), messageBytesMax),
    async close() {
      if (timer !== null) clearTimeout(timer);
      await emitting;
      flush();
      await emitting;
    },
  };
}

function hasNews({ text, toolCall }: State): boolean {
  return text !== "" || toolCall !== null;
}

function takeEvent(state: State): EngineEvent | null {
  if (!hasNews(state)) return null;
  const text = toPlain(state.text).trim();
  const cut = cutToBytes(text, eventTextBytesMax);
  const event: EngineEvent = { kind: "engine_update", text: cut === text ? text : `${cut}…` };
  if (state.toolCall !== null) event.toolCall = state.toolCall;
  state.text = "";
  state.toolCall = null;
  return event;
}

function takeUpdate(state: State, update: Json): void {
  const { sessionUpdate: kind } = update;
  if (kind === "agent_message_chunk") takeText(state, object(update.content).text);
  if (kind === "tool_call" || kind === "tool_call_update") takeCall(state, update);
}

function takeText(state: State, text: unknown): void {
  if (typeof text !== "string") return;
  if (state.isOver) state.message = "";
  state.isOver = false;
  const kept = text.slice(0, charactersKept);
  if (state.message.length < charactersKept) state.message += kept;
  if (state.text.length < charactersKept) state.text += kept;
}

function takeCall(state: State, update: Json): void {
  state.isOver = true;
  const id = typeof update.toolCallId === "string" ? update.toolCallId.slice(0, titleBytesMax) : "";
  const known = state.calls.get(id);
  const call = {
    title: typeof update.title === "string" ? toTitle(update.title) : (known?.title ?? ""),
    kind: oneOf(toolKinds, update.kind) ?? known?.kind ?? "other",
    status: oneOf(toolStatuses, update.status) ?? known?.status ?? "pending",
  };
  state.toolCall = call;
  if (known !== undefined || state.calls.size < knownCallsMax) state.calls.set(id, call);
}

function toTitle(title: string): string {
  return cutToBytes(oneLine(toPlain(title.slice(0, charactersKept))), titleBytesMax);
}

function oneOf(allowed: ReadonlySet<string>, value: unknown): string | null {
  return typeof value === "string" && allowed.has(value) ? value : null;
}

function toPlain(text: string): string {
  return maskCredentials(text.toWellFormed().replaceAll("\0", ""));
}

function object(value: unknown): Json {
  return typeof value === "object" && value !== null ? (value as Json) : {};
}
