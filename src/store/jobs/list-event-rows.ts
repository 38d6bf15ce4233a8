import type { Author } from "../../jobs/author.ts";
import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";

export interface JobEventRow {
  seq: number;
  at: Date;
  kind: string;
  data: Record<string, unknown>;
}

export interface ListedEventRow extends JobEventRow {
  author: Author | null;
}

/** The job's events with a number above `after`, oldest first, at most `limit`. */
export function listEventRows(
  { db }: Pick<Database, "db">,
  filter: { jobId: string; after: number; limit: number },
): Promise<ListedEventRow[]> {
  return guardStore(() =>
    db
      .selectFrom("job_events")
      .select(["seq", "at", "kind", "data", "author"])
      .where("job_id", "=", filter.jobId)
      .where("seq", ">", filter.after)
      .orderBy("seq")
      .limit(filter.limit)
      .execute(),
  );
}
