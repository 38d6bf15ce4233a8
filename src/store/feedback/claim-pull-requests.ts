import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";

/** The pull request of a job that the host is to be asked about. */
export interface DuePullRequest {
  jobId: string;
  projectId: string;
  repository: string;
  host: string;
  hostUrl: string | null;
  /** Encrypted. */
  credentials: string | null;
  number: number;
  /** Since when its state was doubted, in the store's own words; null when it was not. */
  doubtedAt: string | null;
}

// Open ones of projects whose host has told nothing for a day, and whatever is in doubt once no turn can overwrite the answer.
const candidates = `
  select id from jobs
  where pull_request ->> 'state' = 'open' and not exists (
    select from host_deliveries
    where host_deliveries.project_id = jobs.project_id and received_at > clock_timestamp() - interval '1 day')
  union all
  select id from jobs
  where pull_request_doubted_at is not null and pull_request is not null and status <> 'active' and lease is null`;

// A round comes every 10 s: one that is asked about in each must not miss it by a few milliseconds.
const pause = `
  case when pull_request_doubted_at is not null or project_id = any($1::text[]) then interval '9 seconds'
    else interval '5 minutes' end * power(2, least(pull_request_check_failures, 6))`;

// Counts as a failure until the answer is stored, so that what kills its worker is tried more and more seldom too.
const claim = `
  update jobs set pull_request_checked_at = clock_timestamp(),
    pull_request_check_failures = pull_request_check_failures + 1
  from projects
  where projects.id = jobs.project_id and jobs.id in (
    select id from jobs
    where id in (${candidates})
      and coalesce(pull_request_checked_at, '-infinity') <= clock_timestamp() - ${pause}
    order by pull_request_checked_at nulls first, id limit $2 for update skip locked)
  returning jobs.id as "jobId", jobs.project_id as "projectId", jobs.repository, projects.host, projects.host_url as "hostUrl",
    projects.credentials, (jobs.pull_request ->> 'number')::integer as number, jobs.pull_request_doubted_at::text as "doubtedAt"`;

/**
 * The pull requests that it is time to ask about, longest unasked first, at most `limit`: every 10 s those of the projects whose jobs
 * wait for them, else every 5 minutes, and each more seldom after failures. No two workers get the same one.
 */
export async function claimPullRequests(
  { pool }: Pick<Database, "pool">,
  { waitingProjects, limit }: { waitingProjects: readonly string[]; limit: number },
): Promise<DuePullRequest[]> {
  const { rows } = await guardStore(() => pool.query<DuePullRequest>(claim, [waitingProjects, limit]));
  return rows;
}

const answered = `
  update jobs set pull_request_check_failures = 0,
    pull_request_doubted_at = case when pull_request_doubted_at = $2::timestamptz then null else pull_request_doubted_at end
  where id = $1`;

/** The host has answered. A doubt that came up meanwhile stays. */
export async function markPullRequestChecked(
  { pool }: Pick<Database, "pool">,
  { jobId, doubtedAt }: Pick<DuePullRequest, "jobId" | "doubtedAt">,
): Promise<void> {
  await guardStore(() => pool.query(answered, [jobId, doubtedAt]));
}
