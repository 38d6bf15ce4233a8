import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { type HostProject, hostProjectColumns } from "../store/host-project.ts";
import type { ProjectSettings } from "../store/project-settings.ts";

/** Location of a job's pull request and branch. */
export interface ReviewedJobRow extends HostProject {
  branch: string;
  /** Fork that has the branch; null if it is in the repository itself. */
  fork: { repository: string; owner: string } | null;
  settings: ProjectSettings;
}

const load = `
  select ${hostProjectColumns}, jobs.branch, jobs.fork, projects.settings
  from jobs join projects on projects.id = jobs.project_id
  where jobs.id = $1 and jobs.project_id = $2`;

export async function loadReviewedJob(
  { pool }: Pick<Database, "pool">,
  { jobId, projectId }: { jobId: string; projectId: string },
): Promise<ReviewedJobRow | undefined> {
  return (await guardStore(() => pool.query<ReviewedJobRow>(load, [jobId, projectId]))).rows[0];
}

const gone = `
  update jobs set branch_delete_due_at = null, branch_deleted_at = clock_timestamp()
  where id = $1 and branch = $2 and head_commit = $3 and branch_deleted_at is null`;

/** Records that the job's branch was deleted on request, as the job left it, so that no worker has to. */
export async function markBranchGone(
  { pool }: Pick<Database, "pool">,
  { jobId, branch, commit }: { jobId: string; branch: string; commit: string },
): Promise<void> {
  await guardStore(() => pool.query(gone, [jobId, branch, commit]));
}
