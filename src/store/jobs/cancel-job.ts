import type { Author } from "../../jobs/author.ts";
import { cancelChannel } from "../channels.ts";
import { type Database, inTransaction } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import { toJsonb } from "../storable-text.ts";
import { hasLoggedWork } from "../worker/pending-patches.ts";
import { insertEvent, toEventData } from "./insert-event.ts";
import { type JobRow, jobRowColumns } from "./job-row.ts";

export type CancelOutcome = { kind: "cancelled"; row: JobRow } | { kind: "job_missing" | "not_active" };

const columns = jobRowColumns.map((column) => `jobs.${column}`).join(", ");

// A worker that runs the job keeps its lease, and with it the right to hand in the work so far; any other
// write is refused.
const cancel = `
  update jobs set status = 'failed', reason = 'cancelled', message = $3, event_seq = event_seq + 1,
    messages_taken = message_seq, lease = case when worker_id is not null then lease end,
    patch_seq = coalesce(patch_seq, case when worker_id is not null or ${hasLoggedWork} then turn_seq end),
    patch_due_at = clock_timestamp(), patch_tries = 0,
    updated_at = clock_timestamp(), finished_at = clock_timestamp()
  where id = $1 and project_id = $2 and status = 'active'
  returning ${columns}, jobs.event_seq`;

const tell = `
  with event as (
    ${insertEvent({ jobId: "$1", seq: "$2", kind: "'failed'", data: "$3", author: "$4" })}
  )
  select pg_notify('${cancelChannel}', $1)`;

const find = `select ${columns} from jobs where id = $1 and project_id = $2`;

/** Ends an active job at once, wherever it runs; one that is cancelled already stays as it is. */
export function cancelActiveJob(
  { database }: { database: Database },
  {
    projectId,
    jobId,
    message,
    author,
  }: { projectId: string; jobId: string; message: string; author: Author },
): Promise<CancelOutcome> {
  return guardStore(() =>
    inTransaction(database, async (client) => {
      const { rows } = await client.query(cancel, [jobId, projectId, message]);
      const row = rows[0] as (JobRow & { event_seq: number }) | undefined;
      if (row === undefined) {
        const found = await client.query<JobRow>(find, [jobId, projectId]);
        const [same] = found.rows;
        if (same === undefined) return { kind: "job_missing" };
        const isCancelled = same.status === "failed" && same.reason === "cancelled";
        return isCancelled ? { kind: "cancelled", row: same } : { kind: "not_active" };
      }
      const data = toEventData("failed", { reason: "cancelled", message });
      await client.query(tell, [jobId, row.event_seq, data, toJsonb(author)]);
      return { kind: "cancelled", row };
    }),
  );
}
