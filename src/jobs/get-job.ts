import type { JobRow } from "../store/jobs/job-row.ts";
import type { LoadJob } from "../store/jobs/load-jobs.ts";
import type { JobRecord } from "./record.ts";
import { toRecord } from "./to-record.ts";
import { jobMissing, transcriptExpired } from "./use-errors.ts";

export interface JobAddress {
  projectId: string;
  jobId: string;
}

const jobIdPattern = /^job_[0-9A-Za-z]{22}$/;

/** Throws `job_not_found` for what cannot be the id of a job. */
export function assertJobId(jobId: string): void {
  if (!jobIdPattern.test(jobId)) throw jobMissing();
}

/** Throws `job_not_found`, also for a job of another project. */
export async function getJob(deps: { loadJob: LoadJob }, address: JobAddress): Promise<JobRecord> {
  return toRecord(await getJobRow(deps, address));
}

/** The row of a job whose events are kept. Throws `job_not_found`, `transcript_expired`. */
export async function getTranscriptRow(deps: { loadJob: LoadJob }, address: JobAddress): Promise<JobRow> {
  const row = await getJobRow(deps, address);
  if (row.transcript_expired_at !== null) throw transcriptExpired();
  return row;
}

export async function getJobRow(
  { loadJob }: { loadJob: LoadJob },
  { projectId, jobId }: JobAddress,
): Promise<JobRow> {
  const row = jobIdPattern.test(jobId) ? await loadJob(jobId) : undefined;
  if (row === undefined || row.project_id !== projectId) throw jobMissing();
  return row;
}
