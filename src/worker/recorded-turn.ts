import { ReplayMismatch } from "../agent/recording.ts";
import type { AgentEvent } from "../agent/types.ts";
import type { TurnEvents } from "../jobs/lease/load-turn-events.ts";
import { isKind, type LoggedEvent } from "../jobs/read-event.ts";
import type { RecordedSource } from "./context/context.ts";

/** Start of an earlier attempt at the turn; another attempt has to start at the same commit. */
export interface RecordedStart {
  baseRef: string;
  baseCommit: string;
  startCommit: string;
  /** Current commit of the job's branch on the host, as far as this turn may replace it; undefined: any. */
  expectedRemoteCommit: string | null | undefined;
  note: string | null;
  /** Set if the start holds earlier work that was never pushed. */
  isUnpublished?: boolean;
}

const agentKinds = new Set(["prompt", "model_answer", "summary", "tool_result"]);

/**
 * Returns the recorded events that the agent's loop repeats. Throws `ReplayMismatch` for events that this
 * version cannot read.
 */
export function readAgentEvents({ recorded }: TurnEvents): AgentEvent[] {
  return recorded.flatMap(toAgentEvents);
}

function toAgentEvents(event: LoggedEvent): AgentEvent[] {
  switch (event.kind) {
    case "prompt": {
      const { cause, text, through, instructions = null, siteSummary = null, earlier = null } = event.data;
      // A prompt for another agent is not part of a conversation.
      if (cause === "engine") return [];
      return [{ kind: "prompt", cause, text, through, instructions, siteSummary, earlier }];
    }
    case "model_answer":
      return [{ kind: "model_answer", ...event.data }];
    case "summary":
      return [{ kind: "summary", ...event.data }];
    case "tool_result":
      return [{ kind: "tool_result", ...event.data }];
    case "unreadable":
      if (!agentKinds.has(event.data.kind)) return [];
      throw new ReplayMismatch(`a ${event.data.kind} of another version of Copydesk`);
    default:
      return [];
  }
}

export function readRecordedStart({ recorded }: TurnEvents): RecordedStart | null {
  const prepared = recorded.findLast(isKind("prepared"));
  if (prepared === undefined) return null;
  const { repository: _, files: __, durationMs: ___, policy: ____, ...start } = prepared.data;
  return { ...start, expectedRemoteCommit: start.expectedRemoteCommit };
}

/**
 * Returns the number of the last message that the agent got before the turn began, from which a turn that
 * starts over has to look.
 */
export function messagesTakenBefore({ recorded }: TurnEvents, taken: number): number {
  const spoken = recorded.filter(isKind("prompt")).find(({ data }) => data.cause === "message");
  return spoken?.data.after ?? taken;
}

/**
 * Returns the commits of the context repositories that an earlier attempt at the turn read; null: none yet.
 */
export function readRecordedContext({ recorded }: TurnEvents): RecordedSource[] | null {
  return recorded.findLast(isKind("context"))?.data.sources ?? null;
}

const textCharactersMax = 2_000;

/** Describes, for the first message of a later turn, what was asked before and what came of it. */
export function describePast(past: TurnEvents["past"]): string | null {
  const lines: string[] = [];
  for (const { kind, data } of past) {
    if (kind === "created" || kind === "message") lines.push(`- Asked: ${cut(data.prompt)}`);
    else if (kind === "completed" || kind === "failed")
      lines.push(`  Outcome: ${cut(`${data.reason}. ${data.message}`)}`);
  }
  if (lines.length === 0) return null;
  return `Earlier in this job, on the branch that you are going on with:\n${lines.join("\n")}`;
}

function cut(text: string): string {
  return text.length <= textCharactersMax ? text : `${text.slice(0, textCharactersMax)}…`;
}
