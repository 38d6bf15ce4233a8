import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { type HostProject, hostProjectColumns } from "../store/host-project.ts";

/** The pull request of a job that the host is to be asked about. */
export interface DuePullRequest extends HostProject {
  jobId: string;
  number: number;
  branch: string;
  /** Comments and failed checks are asked for as well. */
  wantsFeedback: boolean;
  /** From when on comments may be unknown. */
  unheardSince: Date;
  /** The commit whose failed checks nobody tells; null where they are told. */
  uncheckedCommit: string | null;
  /** Somebody has approved it, and nobody knows whether the host has heard of it. */
  approvalInDoubt: boolean;
  /** Since when its state was doubted, in the store's own words; null when it was not. */
  doubtedAt: string | null;
}

const followUps = "projects.settings #>> '{feedback,followUps}'";
const wantsFeedback = `coalesce(${followUps}, 'off') <> 'off'`;

const isUntold = `
  not exists (
    select from host_deliveries
    where host_deliveries.project_id = projects.id and received_at > statement_timestamp() - interval '1 day')`;

const isUnchecked = `(${isUntold} or projects.host = any($3::text[]))`;

// Whoever asks for an approval has the host's answer before this, or died.
const forgottenApprovals = "approval_intents where created_at < statement_timestamp() - interval '5 minutes'";

// Open ones of projects whose host has told nothing for a day, or does not tell what is wanted; and whatever
// is in doubt, once no turn can overwrite the answer.
const candidates = `
  select jobs.id from jobs join projects on projects.id = jobs.project_id
  where pull_request ->> 'state' = 'open' and (${isUntold} or projects.host = any($3::text[]) and ${wantsFeedback})
  union all
  select id from jobs
  where pull_request_doubted_at is not null and pull_request is not null and status <> 'active' and lease is null
  union all
  select job_id from ${forgottenApprovals}`;

// A round comes every 10 s: one that is asked about in each must not miss it by a few milliseconds.
const pause = `
  case when pull_request_doubted_at is not null or project_id = any($1::text[]) then interval '9 seconds'
    else interval '5 minutes' end * power(2, least(pull_request_check_failures, 6))`;

// The clocks of host and store differ, and what is said while the host is asked may be in no answer yet.
const overlap = "interval '5 minutes'";

// Counts as a failure until the answer is stored, so that what kills its worker is tried more and more seldom
// too.
const claim = `
  update jobs set pull_request_checked_at = clock_timestamp(),
    pull_request_check_failures = pull_request_check_failures + 1
  from projects
  where projects.id = jobs.project_id and jobs.id in (
    select id from jobs
    where id in (${candidates})
      and coalesce(pull_request_checked_at, '-infinity') <= statement_timestamp() - ${pause}
    order by pull_request_checked_at nulls first, id limit $2 for update skip locked)
  returning jobs.id as "jobId", ${hostProjectColumns}, (jobs.pull_request ->> 'number')::integer as number,
    jobs.pull_request ->> 'branch' as branch, jobs.pull_request_doubted_at::text as "doubtedAt",
    exists (select from ${forgottenApprovals} and job_id = jobs.id) as "approvalInDoubt",
    ${wantsFeedback} as "wantsFeedback", case when ${isUnchecked} then jobs.head_commit end as "uncheckedCommit",
    greatest(coalesce(jobs.feedback_asked_at, jobs.created_at), jobs.pull_request_doubted_at) - ${overlap} as "unheardSince"`;

/**
 * The pull requests that it is time to ask about, longest unasked first, at most `limit`: every 10 s those of
 * the projects whose jobs wait for them, else every 5 minutes, and each more seldom after failures.
 * `uncheckedHosts`: those that do not tell of failed checks. No two workers get the same one.
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
 * The host has answered. A doubt that came up meanwhile stays. `isHeard`: nothing that was said before is
 * unknown any more.
 */
export async function markPullRequestChecked(
  { pool }: Pick<Database, "pool">,
  { jobId, doubtedAt }: Pick<DuePullRequest, "jobId" | "doubtedAt">,
  { isHeard }: { isHeard: boolean },
): Promise<void> {
  await guardStore(() => pool.query(answered, [jobId, doubtedAt, isHeard]));
}
