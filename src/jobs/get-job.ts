import type { JobRow } from "../store/jobs/job-row.ts";
import type { LoadJob } from "../store/jobs/load-jobs.ts";
import type { JobRecord } from "./record.ts";
import { toRecord } from "./to-record.ts";
import { jobMissing } from "./use-errors.ts";

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

export async function getJobRow(
  { loadJob }: { loadJob: LoadJob },
  { projectId, jobId }: JobAddress,
): Promise<JobRow> {
  const row = jobIdPattern.test(jobId) ? await loadJob(jobId) : undefined;
  if (row === undefined || row.project_id !== projectId) throw jobMissing();
  return row;
}
