import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { EventKind, EventOf } from "./events.ts";
import { isKind, readEvent, type StoredEvent } from "./read-event.ts";

const newest = `
  select kind, version, data from job_events where job_id = $1 and kind = $2 order by seq desc limit 1`;

/** Returns the job's newest event of a kind; null if there is none that this version can read. */
export async function loadNewestEvent<K extends EventKind>(
  { pool }: Pick<Database, "pool">,
  { jobId, kind }: { jobId: string; kind: K },
): Promise<EventOf<K> | null> {
  const { rows } = await guardStore(() => pool.query<StoredEvent>(newest, [jobId, kind]));
  return rows.map(readEvent).find(isKind(kind)) ?? null;
}
