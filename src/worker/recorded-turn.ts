import { ReplayMismatch } from "../agent/recording.ts";
import type { AgentEvent } from "../agent/types.ts";
import type { JobEventRow } from "../store/jobs/list-event-rows.ts";
import type { TurnEvents } from "../store/worker/load-turn-events.ts";

/** Where an earlier attempt at the turn began; another one has to begin at the same commit. */
export interface RecordedStart {
  baseRef: string;
  baseCommit: string;
  startCommit: string;
  /** What the job's branch has at the host, as far as this turn may replace it; undefined: whatever it has. */
  expectedRemoteCommit: string | null | undefined;
  note: string | null;
  /** The start holds earlier work that no push has been through. */
  isUnpublished?: true;
}

const agentKinds = new Set(["prompt", "model_answer", "summary", "tool_result"]);

/** The part of the record that the agent's loop repeats. Throws `ReplayMismatch` for events of another version of Copydesk. */
export function readAgentEvents({ recorded }: TurnEvents): AgentEvent[] {
  return recorded.filter(({ kind }) => agentKinds.has(kind)).map(toAgentEvent);
}

function toAgentEvent({ kind, data }: JobEventRow): AgentEvent {
  const isKnown =
    kind === "prompt"
      ? "through" in data
      : kind === "model_answer"
        ? "message" in data && "costUsd" in data
        : kind === "summary" || Array.isArray(data.reads);
  if (!isKnown) throw new ReplayMismatch(`a ${kind} of another version of Copydesk`);
  return { kind, ...data } as unknown as AgentEvent;
}

export function readRecordedStart({ recorded }: TurnEvents): RecordedStart | null {
  const prepared = recorded.findLast(({ kind }) => kind === "prepared");
  if (prepared === undefined) return null;
  const { startCommit, baseCommit } = prepared.data as Record<string, string>;
  return { startCommit: startCommit ?? baseCommit, ...prepared.data } as unknown as RecordedStart;
}

/** Messages up to this number were given to the agent before the turn began: where a turn that begins anew has to look from. */
export function messagesTakenBefore({ recorded }: TurnEvents, taken: number): number {
  const spoken = recorded.find(({ kind, data }) => kind === "prompt" && data.cause === "message");
  const from = spoken?.data.after;
  return typeof from === "number" ? from : taken;
}

const textCharactersMax = 2_000;

/** For the first message of a later turn: what was asked before and what came of it. */
export function describePast(past: TurnEvents["past"]): string | null {
  const lines: string[] = [];
  for (const { kind, data } of past) {
    if (kind === "created" || kind === "message") lines.push(`- Asked: ${cut(String(data.prompt))}`);
    else if (kind !== "committed" && kind !== "previewed")
      lines.push(`  Outcome: ${cut(`${data.reason}. ${data.message}`)}`);
  }
  if (lines.length === 0) return null;
  return `Earlier in this job, on the branch that you are going on with:\n${lines.join("\n")}`;
}

function cut(text: string): string {
  return text.length <= textCharactersMax ? text : `${text.slice(0, textCharactersMax)}…`;
}
