import { z } from "zod";
import { type EventKind, type EventOf, type JobEvent, jobEvent, recordVersion } from "./events.ts";

/** An event as stored in the log. */
export interface StoredEvent {
  kind: string;
  version: number;
  data: unknown;
}

/** An event that this version cannot read: another kind, a newer version, or data of another form. */
export interface UnreadableEvent {
  kind: "unreadable";
  data: { kind: string; stored: Record<string, unknown> };
}

/** A row of the log. */
export interface LoggedRow extends StoredEvent {
  seq: number;
  at: Date;
}

/** An event with its place in the log. */
export type LoggedEvent = (JobEvent | UnreadableEvent) & { seq: number; at: Date };

type Fields = Record<string, unknown>;
type Upgrade = (data: Fields) => Fields;

const fields = z.record(z.string(), z.unknown());

/** Upgrades from the given version to the next; kinds that are left out have not changed. */
const upgrades: Record<number, Partial<Record<EventKind, Upgrade>>> = {
  1: {
    started: (data) => ({ crashCount: 0, resumes: false, ...data }),
    prepared: (data) => ({ startCommit: data.baseCommit, note: null, ...data }),
    tool_result: (data) => ({ warning: null, ...data }),
  },
  2: {
    baseline: (data) => ({ notJudged: [], ...data }),
    checks: (data) => ({ notJudged: [], ...data }),
    previewed: (data) => ({ notJudged: [], ...data }),
  },
};

/** Returns the event in the current format, whichever version wrote it. */
export function readEvent({ kind, version, data }: StoredEvent): JobEvent | UnreadableEvent {
  const stored = fields.safeParse(data).data ?? {};
  const unreadable = { kind: "unreadable", data: { kind, stored } } as const;
  if (version > recordVersion) return unreadable;
  let current = stored;
  for (let from = version; from < recordVersion; from += 1) current = upgrade(from, kind, current);
  return jobEvent.safeParse({ kind, data: current }).data ?? unreadable;
}

function upgrade(from: number, kind: string, data: Fields): Fields {
  const ofVersion: Partial<Record<string, Upgrade>> = upgrades[from] ?? {};
  return Object.hasOwn(ofVersion, kind) ? ofVersion[kind]!(data) : data;
}

export function toLoggedEvent({ seq, at, ...stored }: LoggedRow): LoggedEvent {
  return { ...readEvent(stored), seq, at };
}

/** Narrows the type of an event's data by its kind. */
export function isKind<K extends EventKind>(kind: K) {
  return <E extends { kind: string }>(event: E): event is E & EventOf<K> => event.kind === kind;
}

/** Columns that `toLoggedEvent` needs. */
export const loggedColumns = "seq, at, kind, version, data";
