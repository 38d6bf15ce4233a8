import type { Database } from "../store/database.ts";
import { listEvents } from "../store/jobs/list-event-rows.ts";
import type { LoadJob } from "../store/jobs/load-jobs.ts";
import { getJobRow, type JobAddress } from "./get-job.ts";
import type { JobChanges } from "./job-changes.ts";
import { type JobEventRecord, toEventRecord } from "./list-job-events.ts";

// Only a change of the job's status wakes those who wait; other events are looked for.
const lookMs = 500;
const pageSize = 200;

/**
 * The job's events after number `after`, each once and in order, as they happen; ends with the job, when the caller gives up, or
 * when the process stops. Yields null when there was nothing for a while. Throws `job_not_found`, `unavailable`.
 */
export async function* followEvents(
  deps: { database: Database; loadJob: LoadJob; jobChanges: JobChanges },
  { after, ...address }: JobAddress & { after: number },
  signal: AbortSignal,
): AsyncGenerator<JobEventRecord | null> {
  let last = after;
  while (!signal.aborted && !deps.jobChanges.isClosed()) {
    const round = new AbortController();
    try {
      const change = deps.jobChanges.next(address.jobId, lookMs, AbortSignal.any([round.signal, signal]));
      // The status first: what ends the job is then among the events.
      const { id, status } = await getJobRow(deps, address);
      const rows = await listEvents(deps.database, { jobId: id, after: last, limit: pageSize });
      for (const row of rows) {
        last = row.seq;
        yield toEventRecord(row);
      }
      if (rows.length === pageSize) continue;
      if (status !== "active") return;
      if (rows.length === 0) yield null;
      await change;
    } finally {
      round.abort();
    }
  }
}
