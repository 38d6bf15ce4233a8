import type { AgentEvent } from "./types.ts";

/** The recorded events no longer fit the repository: the conversation has to start over from the base. */
export class ReplayMismatch extends Error {
  override readonly name = "ReplayMismatch";
}

type Kind = AgentEvent["kind"];
type EventOf<K extends Kind> = Extract<AgentEvent, { kind: K }>;

/** What an earlier worker recorded of a conversation, to be replayed in the same order. */
export interface Recording {
  /** True if everything recorded has been replayed, so that the model is called from here on. */
  isOver(): boolean;
  peek(): AgentEvent | null;
  /**
   * Returns the next event; null at the end of the recording. Throws `ReplayMismatch` if it is of another
   * kind.
   */
  next<K extends Kind>(kind: K): EventOf<K> | null;
  /** True if another tree hash follows: only the last one has to match. */
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
