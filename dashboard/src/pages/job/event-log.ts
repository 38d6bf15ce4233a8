import type { JobEvent, UnknownJobEvent } from "../../../../sdk/src/generated-types.ts";

export type AnyEvent = JobEvent | UnknownJobEvent;

/** The events of a job that have arrived so far: in order, each once, numbered from 1 without gaps. */
export interface EventLog {
  readonly events: readonly AnyEvent[];
  /** Those that came before an earlier one did. */
  readonly early: ReadonlyMap<number, AnyEvent>;
}

export const emptyLog: EventLog = { events: [], early: new Map() };

/** The number after which the next request has to go on: everything up to it is there. */
export function lastSeq(log: EventLog): number {
  return log.events.length;
}

/** Events that are there already change nothing, so that a stream may be read again from anywhere. */
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
