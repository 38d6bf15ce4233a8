import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { EventKind, EventOf } from "./events.ts";
import { isKind, readEvent, type StoredEvent } from "./read-event.ts";

/** Returns the job's newest event of a kind; null if there is none that this version can read. */
export async function loadNewestEvent<K extends EventKind>(
  { db }: Pick<Database, "db">,
  { jobId, kind }: { jobId: string; kind: K },
): Promise<EventOf<K> | null> {
  const rows: StoredEvent[] = await guardStore(() =>
    db
      .selectFrom("job_events")
      .select(["kind", "version", "data"])
      .where("job_id", "=", jobId)
      .where("kind", "=", kind)
      .orderBy("seq", "desc")
      .limit(1)
      .execute(),
  );
  return rows.map(readEvent).find(isKind(kind)) ?? null;
}
