import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { type HostProject, hostProjectColumns } from "../store/host-project.ts";

/** Branch of a job whose pull request has ended. */
export interface DueBranchDeletion extends HostProject {
  jobId: string;
  /** Fork that has the branch; null if it is in the repository itself. */
  fork: { repository: string; owner: string } | null;
  branch: string;
  /** True if the branch name was given when the job was created. */
  isChosen: boolean;
  /** Last commit pushed by the job; any other commit on the branch comes from other people. */
  headCommit: string;
  number: number;
  tries: number;
}

export const deletionTriesMax = 10;

const isDue = `
  jobs.branch_delete_due_at <= statement_timestamp() and jobs.branch_delete_tries < ${deletionTriesMax}
  and jobs.status <> 'active' and jobs.lease is null and jobs.head_commit is not null
  and (jobs.branch like 'copydesk/%' or jobs.has_chosen_branch) and jobs.pull_request ->> 'state' in ('merged', 'closed')
  and (projects.settings #>> '{pullRequests,deleteBranch}')::boolean`;

// The next try is scheduled in advance, after a minute and then twice as long each time, so that a worker's
// death counts as a failed try.
const claim = `
  update jobs set branch_delete_tries = branch_delete_tries + 1,
    branch_delete_due_at = clock_timestamp() + least(interval '6 hours', interval '1 minute' * power(2, branch_delete_tries))
  from projects
  where projects.id = jobs.project_id and jobs.id in (
    select jobs.id from jobs join projects on projects.id = jobs.project_id
    where ${isDue}
    order by jobs.branch_delete_due_at limit $1 for update of jobs skip locked)
  returning jobs.id as "jobId", ${hostProjectColumns}, jobs.fork, jobs.branch, jobs.has_chosen_branch as "isChosen", jobs.head_commit as "headCommit",
    (jobs.pull_request ->> 'number')::integer as number, jobs.branch_delete_tries as tries`;

/**
 * Claims branches that are due for deletion, at most `limit`. No two workers get the same one within a
 * minute.
 */
export async function claimBranchDeletions(
  { pool }: Pick<Database, "pool">,
  { limit }: { limit: number },
): Promise<DueBranchDeletion[]> {
  return (await guardStore(() => pool.query<DueBranchDeletion>(claim, [limit]))).rows;
}

const stillIdle = `
  select from jobs where id = $1 and head_commit = $2 and branch_delete_due_at is not null and status <> 'active' and lease is null`;

/** True if the branch may still be deleted: no turn of the job has started since it was claimed. */
export async function isDeletionDue(
  { pool }: Pick<Database, "pool">,
  { jobId, headCommit }: Pick<DueBranchDeletion, "jobId" | "headCommit">,
): Promise<boolean> {
  return (await guardStore(() => pool.query(stillIdle, [jobId, headCommit]))).rowCount === 1;
}

const done = `
  update jobs set branch_delete_due_at = null, branch_deleted_at = case when $3 then clock_timestamp() end
  where id = $1 and head_commit = $2 and branch_delete_due_at is not null`;

/**
 * Records that the branch is gone, or that it stays because others have pushed to it. Either way it is
 * settled.
 */
export async function markBranchDone(
  { pool }: Pick<Database, "pool">,
  { jobId, headCommit }: Pick<DueBranchDeletion, "jobId" | "headCommit">,
  isGone: boolean,
): Promise<void> {
  await guardStore(() => pool.query(done, [jobId, headCommit, isGone]));
}
