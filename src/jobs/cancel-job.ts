import { AppError } from "../errors.ts";
import { cancelChannel } from "../store/channels.ts";
import { type Client, type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { toJsonb } from "../store/storable-text.ts";
import type { Author } from "./author.ts";
import { assertJobId, type JobAddress } from "./get-job.ts";
import { insertEvent, toEventData } from "./insert-event.ts";
import { type JobRow, jobRowColumns } from "./job-row.ts";
import { hasLoggedWork } from "./lease/pending-patches.ts";
import type { JobRecord } from "./record.ts";
import { toRecord } from "./to-record.ts";
import { jobMissing } from "./use-errors.ts";

const message = "The job was cancelled; what it had done so far is in its diff.";

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

/**
 * Ends an active job; a cancelled one is returned unchanged, so that a cancel can be repeated. The job
 * counts as failed at once; its worker stops the model call, hands in the patch and releases the job.
 * Throws `job_not_found`, `job_not_active`, `unavailable`.
 */
export async function cancelJob(
  { database }: { database: Database },
  address: JobAddress & { author: Author },
): Promise<JobRecord> {
  assertJobId(address.jobId);
  return toRecord(await guardStore(() => inTransaction(database, (client) => cancelIn(client, address))));
}

async function cancelIn(
  client: Client,
  { projectId, jobId, author }: JobAddress & { author: Author },
): Promise<JobRow> {
  const { rows } = await client.query<JobRow & { event_seq: number }>(cancel, [jobId, projectId, message]);
  const [row] = rows;
  if (row !== undefined) {
    const data = toEventData("failed", { reason: "cancelled", message });
    await client.query(tell, [jobId, row.event_seq, data, toJsonb(author)]);
    return row;
  }
  const [same] = (await client.query<JobRow>(find, [jobId, projectId])).rows;
  if (same === undefined) throw jobMissing();
  if (same.status === "failed" && same.reason === "cancelled") return same;
  throw new AppError(
    "job_not_active",
    "The job has ended already, but was not cancelled; only an active job can be cancelled.",
  );
}
