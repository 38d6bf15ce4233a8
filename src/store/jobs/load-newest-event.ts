import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";

/** The data of the job's newest event of a kind; null when there is none. */
export async function loadNewestEvent(
  { db }: Pick<Database, "db">,
  { jobId, kind }: { jobId: string; kind: string },
): Promise<Record<string, unknown> | null> {
  const row = await guardStore(() =>
    db
      .selectFrom("job_events")
      .select("data")
      .where("job_id", "=", jobId)
      .where("kind", "=", kind)
      .orderBy("seq", "desc")
      .limit(1)
      .executeTakeFirst(),
  );
  return row?.data ?? null;
}
