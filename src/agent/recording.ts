import type { AgentEvent } from "./types.ts";

/**
 * The recorded events do not lead where they led before: the conversation has to start over from the base.
 */
export class ReplayMismatch extends Error {
  override readonly name = "ReplayMismatch";
}

type Kind = AgentEvent["kind"];
type EventOf<K extends Kind> = Extract<AgentEvent, { kind: K }>;

/** What an earlier worker recorded of a conversation, to be gone through once more in the same order. */
export interface Recording {
  /** True when everything recorded has been repeated: from here on the model is asked. */
  isOver(): boolean;
  peek(): AgentEvent | null;
  /**
   * The next event, or null when the recording is over. Throws `ReplayMismatch` when it is of another kind.
   */
  next<K extends Kind>(kind: K): EventOf<K> | null;
  /** Whether a tree hash comes later: only the last one has to be compared. */
  hasLaterTree(): boolean;
}

export function createRecording(events: readonly AgentEvent[]): Recording {
  const lastTree = events.findLastIndex((event) => event.kind === "tool_result" && event.tree !== null);
  let position = 0;
  return {
    isOver: () => position >= events.length,
    peek: () => events[position] ?? null,
    hasLaterTree: () => lastTree >= position,
    next<K extends Kind>(kind: K) {
      const event = events[position];
      if (event === undefined) return null;
      if (event.kind !== kind) throw new ReplayMismatch(`expected ${kind}, but ${event.kind} is recorded`);
      position += 1;
      return event as EventOf<K>;
    },
  };
}
