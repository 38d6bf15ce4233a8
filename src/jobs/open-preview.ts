import { AppError } from "../errors.ts";
import { type Client, type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { toJsonb } from "../store/storable-text.ts";
import type { Author } from "./author.ts";
import { assertJobId, type JobAddress } from "./get-job.ts";
import { insertEvent, toEventData } from "./insert-event.ts";
import { type JobRow, jobRowColumns } from "./job-row.ts";
import type { JobRecord } from "./record.ts";
import { toRecord } from "./to-record.ts";
import { jobMissing, transcriptExpired } from "./use-errors.ts";

const columns = jobRowColumns.join(", ");

const open = `
  update jobs set status = 'active', reason = 'queued', message = '', mode = 'pull_request', publish_only = true,
    turn = turn + 1, turn_seq = event_seq + 1, event_seq = event_seq + 1, crash_count = 0, turn_started_at = null,
    queued_at = clock_timestamp(), finished_at = null, updated_at = clock_timestamp()
  where id = $1 and project_id = $2 and status = 'completed' and reason = 'preview_ready' and transcript_expired_at is null
  returning ${columns}, turn, event_seq`;

const lookAgain = `
  select reason = 'preview_ready' and status = 'completed' and transcript_expired_at is not null as "isExpired"
  from jobs where id = $1 and project_id = $2`;

const tell = `
  with event as (
    ${insertEvent({ jobId: "$1", seq: "$2", kind: "'pull_request_requested'", data: "$3", author: "$4" })}
  )
  select 1`;

/**
 * Opens the pull request of a finished preview, without asking the model again. The job is active until it
 * is open. Throws `job_not_found`, `no_preview`, `transcript_expired`, `unavailable`.
 */
export async function openPreview(
  { database }: { database: Database },
  address: JobAddress & { author: Author },
): Promise<JobRecord> {
  assertJobId(address.jobId);
  return toRecord(await guardStore(() => inTransaction(database, (client) => openIn(client, address))));
}

async function openIn(
  client: Client,
  { projectId, jobId, author }: JobAddress & { author: Author },
): Promise<JobRow> {
  const { rows } = await client.query<JobRow & { turn: number; event_seq: number }>(open, [jobId, projectId]);
  const [row] = rows;
  if (row !== undefined) {
    const data = toEventData("pull_request_requested", { turn: row.turn });
    await client.query(tell, [jobId, row.event_seq, data, toJsonb(author)]);
    return row;
  }
  const [found] = (await client.query<{ isExpired: boolean }>(lookAgain, [jobId, projectId])).rows;
  if (found === undefined) throw jobMissing();
  if (found.isExpired) throw transcriptExpired();
  throw new AppError(
    "no_preview",
    "Only a job that ended with the reason preview_ready has a preview to open a pull request from.",
  );
}
