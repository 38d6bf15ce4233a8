import { assertJobId, type JobAddress } from "../jobs/get-job.ts";
import type { CheckCounts, JobPullRequest, JobReason, JobStatus } from "../jobs/record.ts";
import { jobMissing, transcriptExpired } from "../jobs/use-errors.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { type HostProject, hostProjectColumns } from "../store/host-project.ts";
import type { ProjectSettings } from "../store/project-settings.ts";

/** Fields of a job and its project for a review. */
export interface ReviewJob extends HostProject {
  id: string;
  status: JobStatus;
  reason: JobReason;
  title: string | null;
  model: string;
  mode: "pull_request" | "preview";
  baseRef: string | null;
  baseCommit: string | null;
  /** Head of the job's branch since its last push; null if nothing was pushed. */
  headCommit: string | null;
  branch: string;
  fork: { repository: string; owner: string } | null;
  pullRequest: JobPullRequest | null;
  checks: CheckCounts | null;
  /** Diff from the base to the work so far. */
  patch: string | null;
  settings: ProjectSettings;
  branchDeletedAt: Date | null;
}

const load = `
  select jobs.id, ${hostProjectColumns}, jobs.status, jobs.reason, jobs.title, jobs.model, jobs.mode,
    jobs.base_ref as "baseRef", jobs.base_commit as "baseCommit", jobs.head_commit as "headCommit", jobs.branch, jobs.fork,
    jobs.pull_request as "pullRequest", jobs.checks, jobs.patch, projects.settings, jobs.branch_deleted_at as "branchDeletedAt",
    jobs.transcript_expired_at is not null as "isExpired"
  from jobs join projects on projects.id = jobs.project_id
  where jobs.id = $1 and jobs.project_id = $2`;

/** Throws `job_not_found`, `transcript_expired`, `unavailable`. */
export async function loadReviewJob(
  { database }: { database: Pick<Database, "pool"> },
  { projectId, jobId }: JobAddress,
): Promise<ReviewJob> {
  assertJobId(jobId);
  const { rows } = await guardStore(() =>
    database.pool.query<ReviewJob & { isExpired: boolean }>(load, [jobId, projectId]),
  );
  if (rows[0] === undefined) throw jobMissing();
  const { isExpired, ...job } = rows[0];
  if (isExpired) throw transcriptExpired();
  return job;
}
