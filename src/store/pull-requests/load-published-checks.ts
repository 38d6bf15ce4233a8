import type { EventData } from "../../jobs/events.ts";
import { isKind, readEvent, type StoredEvent } from "../../jobs/read-event.ts";
import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";

/** The data of the checks that ran on what the job's pull request has; null when there are none. */
export async function loadPublishedChecks(
  { db }: Pick<Database, "db">,
  jobId: string,
): Promise<EventData<"checks"> | null> {
  const rows: StoredEvent[] = await guardStore(() =>
    db
      .selectFrom("job_events")
      .select(["kind", "version", "data"])
      .where("job_id", "=", jobId)
      .where("kind", "=", "checks")
      // A later turn that is under way has checks of its own, which say nothing about this change yet.
      .where("seq", "<", ({ selectFrom }) =>
        selectFrom("job_events as opened")
          .select(({ fn }) => fn.max("opened.seq").as("seq"))
          .where("opened.job_id", "=", jobId)
          .where("opened.kind", "=", "pull_request"),
      )
      .orderBy("seq", "desc")
      .limit(1)
      .execute(),
  );
  return rows.map(readEvent).find(isKind("checks"))?.data ?? null;
}
