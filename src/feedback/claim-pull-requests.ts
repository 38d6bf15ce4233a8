import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { type HostProject, hostProjectColumns } from "../store/host-project.ts";

/** A job's pull request whose state is due to be read from the host. */
export interface DuePullRequest extends HostProject {
  jobId: string;
  number: number;
  branch: string;
  /** True if comments and failed checks are to be read as well. */
  wantsFeedback: boolean;
  /** Time from which comments may be unknown. */
  unheardSince: Date;
  /** Commit whose failed checks have to be polled; null if the host reports them. */
  uncheckedCommit: string | null;
  /** True if an approval was requested and its outcome is unknown. */
  approvalInDoubt: boolean;
  /** When its state came into doubt, in the database's own format; null if it is not in doubt. */
  doubtedAt: string | null;
}

const followUps = "projects.settings #>> '{feedback,followUps}'";
const wantsFeedback = `coalesce(${followUps}, 'off') <> 'off'`;

const isUntold = `
  not exists (
    select from host_deliveries
    where host_deliveries.project_id = projects.id and received_at > statement_timestamp() - interval '1 day')`;

const isUnchecked = `(${isUntold} or projects.host = any($3::text[]))`;

// By this time, a process that requested an approval has the host's answer or has died.
const forgottenApprovals = "approval_intents where created_at < statement_timestamp() - interval '5 minutes'";

// Open pull requests of projects whose host has reported nothing for a day or does not report what is wanted;
// and those in doubt, once no turn can overwrite the answer.
const candidates = `
  select jobs.id from jobs join projects on projects.id = jobs.project_id
  where pull_request ->> 'state' = 'open' and (${isUntold} or projects.host = any($3::text[]) and ${wantsFeedback})
  union all
  select id from jobs
  where pull_request_doubted_at is not null and pull_request is not null and status <> 'active' and lease is null
  union all
  select job_id from ${forgottenApprovals}`;

// Rounds run every 10 s: those due in each must not miss one by a few milliseconds.
const pause = `
  case when pull_request_doubted_at is not null or project_id = any($1::text[]) then interval '9 seconds'
    else interval '5 minutes' end * power(2, least(pull_request_check_failures, 6))`;

// The clocks of host and database differ, and comments written during the request may be in no answer yet.
const overlap = "interval '5 minutes'";

// Counts as a failure until the answer is stored, so that anything that kills its worker is also retried ever
// less often.
const claim = `
  update jobs set pull_request_checked_at = clock_timestamp(),
    pull_request_check_failures = pull_request_check_failures + 1
  from projects
  where projects.id = jobs.project_id and jobs.id in (
    select id from jobs
    where id in (${candidates})
      and coalesce(pull_request_checked_at, pull_request_opened_at, '-infinity') <= statement_timestamp() - ${pause}
    order by pull_request_checked_at nulls first, id limit $2 for update skip locked)
  returning jobs.id as "jobId", ${hostProjectColumns}, (jobs.pull_request ->> 'number')::integer as number,
    jobs.pull_request ->> 'branch' as branch, jobs.pull_request_doubted_at::text as "doubtedAt",
    exists (select from ${forgottenApprovals} and job_id = jobs.id) as "approvalInDoubt",
    ${wantsFeedback} as "wantsFeedback", case when ${isUnchecked} then jobs.head_commit end as "uncheckedCommit",
    greatest(coalesce(jobs.feedback_asked_at, jobs.created_at), jobs.pull_request_doubted_at) - ${overlap} as "unheardSince"`;

/**
 * Claims the pull requests that are due, least recently read first, at most `limit`: every 10 s for projects
 * with waiting jobs, else every 5 minutes, and less often after failures; the first time as long after they
 * were opened. `uncheckedHosts`: hosts that do not
 * report failed checks. No two workers get the same one.
 */
export async function claimPullRequests(
  { pool }: Pick<Database, "pool">,
  {
    waitingProjects,
    uncheckedHosts,
    limit,
  }: { waitingProjects: readonly string[]; uncheckedHosts: readonly string[]; limit: number },
): Promise<DuePullRequest[]> {
  const { rows } = await guardStore(() =>
    pool.query<DuePullRequest>(claim, [waitingProjects, limit, uncheckedHosts]),
  );
  return rows;
}

const answered = `
  update jobs set pull_request_check_failures = 0,
    pull_request_doubted_at = case when pull_request_doubted_at = $2::timestamptz then null else pull_request_doubted_at end,
    feedback_asked_at = case when $3 then pull_request_checked_at else feedback_asked_at end
  where id = $1`;

/**
 * Records that the host has answered. Keeps a doubt that arose meanwhile. `isHeard`: all earlier comments are
 * known now.
 */
export async function markPullRequestChecked(
  { pool }: Pick<Database, "pool">,
  { jobId, doubtedAt }: Pick<DuePullRequest, "jobId" | "doubtedAt">,
  { isHeard }: { isHeard: boolean },
): Promise<void> {
  await guardStore(() => pool.query(answered, [jobId, doubtedAt, isHeard]));
}
