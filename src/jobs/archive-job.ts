import { AppError } from "../errors.ts";
import { type Client, type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { toJsonb } from "../store/storable-text.ts";
import type { Author } from "./author.ts";
import { assertJobId, type JobAddress } from "./get-job.ts";
import { insertEvent } from "./insert-event.ts";
import { type JobRow, jobRowColumns } from "./job-row.ts";
import type { JobRecord } from "./record.ts";
import { toRecord } from "./to-record.ts";
import { jobMissing } from "./use-errors.ts";

const columns = jobRowColumns.join(", ");

/** SQL: the status before archiving, derived from the reason. */
const statusBefore = `case when reason in ('pull_request_opened', 'pull_request_updated', 'no_changes', 'preview_ready')
  then 'completed' else 'failed' end`;

const archive = `
  update jobs set status = 'archived', archived_at = clock_timestamp(), updated_at = clock_timestamp(), event_seq = event_seq + 1
  where id = $1 and project_id = $2 and status in ('completed', 'failed')
  returning ${columns}, event_seq`;

const unarchive = `
  update jobs set status = ${statusBefore}, archived_at = null, updated_at = clock_timestamp(), event_seq = event_seq + 1
  where id = $1 and project_id = $2 and status = 'archived'
  returning ${columns}, event_seq`;

const find = `select ${columns} from jobs where id = $1 and project_id = $2`;

const tell = `
  with event as (${insertEvent({ jobId: "$1", seq: "$2", kind: "$3", data: "'{}'", author: "$4" })})
  select 1`;

/**
 * Archives a job that has ended; an archived one stays as it is. Throws `job_not_found`, `job_active`,
 * `unavailable`.
 */
export function archiveJob(
  deps: { database: Database },
  address: JobAddress & { author: Author },
): Promise<JobRecord> {
  return change(deps, address, true);
}

/**
 * Returns an archived job to its earlier status; any other stays as it is. Throws `job_not_found`,
 * `unavailable`.
 */
export function unarchiveJob(
  deps: { database: Database },
  address: JobAddress & { author: Author },
): Promise<JobRecord> {
  return change(deps, address, false);
}

async function change(
  { database }: { database: Database },
  address: JobAddress & { author: Author },
  archived: boolean,
): Promise<JobRecord> {
  assertJobId(address.jobId);
  const work = (client: Client) => changeIn(client, address, archived);
  return toRecord(await guardStore(() => inTransaction(database, work)));
}

async function changeIn(
  client: Client,
  { projectId, jobId, author }: JobAddress & { author: Author },
  archived: boolean,
): Promise<JobRow> {
  const statement = archived ? archive : unarchive;
  const { rows } = await client.query<JobRow & { event_seq: number }>(statement, [jobId, projectId]);
  const [row] = rows;
  if (row !== undefined) {
    const kind = archived ? "archived" : "unarchived";
    await client.query(tell, [jobId, row.event_seq, kind, toJsonb(author)]);
    return row;
  }
  const [same] = (await client.query<JobRow>(find, [jobId, projectId])).rows;
  if (same === undefined) throw jobMissing();
  if (!archived || same.status !== "active") return same;
  throw new AppError(
    "job_active",
    "The job is active. Cancel it, or wait until it has ended, then archive it.",
  );
}
