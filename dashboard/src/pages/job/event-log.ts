import type { JobEvent, UnknownJobEvent } from "../../../../sdk/src/generated-types.ts";

export type AnyEvent = JobEvent | UnknownJobEvent;

/** The events of a job received so far: in order, without duplicates, numbered from 1 without gaps. */
export interface EventLog {
  readonly events: readonly AnyEvent[];
  /** Events that arrived before an earlier one. */
  readonly early: ReadonlyMap<number, AnyEvent>;
}

export const emptyLog: EventLog = { events: [], early: new Map() };

/** Returns the number after which the next request must continue: everything up to it has arrived. */
export function lastSeq(log: EventLog): number {
  return log.events.length;
}

/** Adds events; known ones change nothing, so that a stream may be read again from anywhere. */
export function addEvents(log: EventLog, arrived: readonly AnyEvent[]): EventLog {
  const early = new Map(log.early);
  for (const event of arrived) if (event.seq > lastSeq(log)) early.set(event.seq, event);
  if (early.size === log.early.size && arrived.every(({ seq }) => seq <= lastSeq(log) || log.early.has(seq)))
    return log;
  const events = [...log.events];
  for (let next = early.get(events.length + 1); next !== undefined; next = early.get(events.length + 1)) {
    events.push(next);
    early.delete(next.seq);
  }
  return { events, early };
}
