import type { Author } from "../../jobs/author.ts";
import { type LoggedEvent, type LoggedRow, toLoggedEvent } from "../../jobs/read-event.ts";
import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";

export type ListedEvent = LoggedEvent & { author: Author | null };

/** What a statement has to select for `toLoggedEvent`. */
export const loggedColumns = "seq, at, kind, version, data";

/** The job's events with a number above `after`, oldest first, at most `limit`. */
export function listEvents(
  { db }: Pick<Database, "db">,
  filter: { jobId: string; after: number; limit: number },
): Promise<ListedEvent[]> {
  return guardStore(async () => {
    const rows: (LoggedRow & { author: Author | null })[] = await db
      .selectFrom("job_events")
      .select(["seq", "at", "kind", "version", "data", "author"])
      .where("job_id", "=", filter.jobId)
      .where("seq", ">", filter.after)
      .orderBy("seq")
      .limit(filter.limit)
      .execute();
    return rows.map((row) => ({ ...toLoggedEvent(row), author: row.author }));
  });
}
