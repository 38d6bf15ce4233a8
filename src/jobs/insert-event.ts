import { toJsonb } from "../store/storable-text.ts";
import { type EventData, type EventKind, recordVersion } from "./events.ts";

/** SQL expressions of an event's columns. */
interface EventColumns {
  jobId: string;
  seq: string;
  kind: string;
  data: string;
  author: string;
  at?: string;
}

/** Returns SQL that adds one event for each row of `from`, or a single one without it. */
export function insertEvent(columns: EventColumns, from = ""): string {
  const { jobId, seq, kind, data, author, at = "clock_timestamp()" } = columns;
  return `insert into job_events (job_id, seq, at, kind, data, author, version)
    select ${jobId}::text, ${seq}::integer, ${at}, ${kind}::text, ${data}::json, ${author}::jsonb, ${recordVersion} ${from}`;
}

/** Returns an event's data as a parameter of a statement. */
export function toEventData<K extends EventKind>(_kind: K, data: EventData<K>): string {
  return toJsonb(data);
}
