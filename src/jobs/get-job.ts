import { batchLoads } from "../store/batch-calls.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { type JobRow, jobRowColumns } from "./job-row.ts";
import type { JobRecord } from "./record.ts";
import { toRecord } from "./to-record.ts";
import { jobMissing, transcriptExpired } from "./use-errors.ts";

export interface JobAddress {
  projectId: string;
  jobId: string;
}

export type LoadJob = (jobId: string) => Promise<JobRow | undefined>;

const jobIdPattern = /^job_[0-9A-Za-z]{22}$/;

/** Throws `job_not_found` for text that cannot be a job id. */
export function assertJobId(jobId: string): void {
  if (!jobIdPattern.test(jobId)) throw jobMissing();
}

/** Returns a job. Throws `job_not_found`, also for a job of another project. */
export async function getJob(deps: { loadJob: LoadJob }, address: JobAddress): Promise<JobRecord> {
  return toRecord(await getJobRow(deps, address));
}

/** Returns the row of a job whose events are still kept. Throws `job_not_found`, `transcript_expired`. */
export async function getTranscriptRow(deps: { loadJob: LoadJob }, address: JobAddress): Promise<JobRow> {
  const row = await getJobRow(deps, address);
  if (row.transcript_expired_at !== null) throw transcriptExpired();
  return row;
}

async function getJobRow(
  { loadJob }: { loadJob: LoadJob },
  { projectId, jobId }: JobAddress,
): Promise<JobRow> {
  const row = jobIdPattern.test(jobId) ? await loadJob(jobId) : undefined;
  if (row === undefined || row.project_id !== projectId) throw jobMissing();
  return row;
}

const byIds = `select ${jobRowColumns.join(", ")} from jobs where id = any($1::text[])`;

/** Loads jobs by id; concurrent calls become one query. Throws `unavailable` if the store is. */
export function createJobLoader({ pool }: Pick<Database, "pool">): LoadJob {
  return batchLoads(
    (ids) =>
      guardStore(async () => {
        const { rows } = await pool.query<JobRow>({ name: "load-jobs", text: byIds, values: [ids] });
        return new Map(rows.map((row) => [row.id, row]));
      }),
    { maxBatch: 500, maxInFlight: 4 },
  );
}
