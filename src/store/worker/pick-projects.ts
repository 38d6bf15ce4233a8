import type pg from "pg";
import type { Client } from "../queue/queue.ts";

/** Claims exclude each other: what one counts, no other changes meanwhile. */
const claimLock = 7303;

// A process that stops in the middle of a claim would stop all others: its transaction is ended by the server.
const timeLimits =
  "set local lock_timeout = '5s'; set local idle_in_transaction_session_timeout = '3s'; set local statement_timeout = '5s'";

/** Until the transaction ends no other claims, and no waiting job is admitted. */
export async function lockClaims(client: Client): Promise<void> {
  await client.query(timeLimits);
  await client.query("select pg_advisory_xact_lock($1)", [claimLock]);
}

export interface OpenProject {
  id: string;
  /** Whether the project limits its open pull requests. */
  isLimited: boolean;
  /** No further pull request may be opened: only jobs that need no new one can be claimed. */
  isFull: boolean;
}

// A running job that has no pull request yet will open one, so it counts with the open ones.
const pick = `
  select projects.id,
    coalesce(count(jobs.worker_id) < (projects.settings ->> 'concurrency')::integer, true) as "isEligible",
    projects.settings ? 'maxOpenPullRequests' as "isLimited",
    coalesce(
      count(*) filter (where jobs.worker_id is not null and jobs.mode = 'pull_request' and jobs.pull_request is null)
        + (select count(*) from jobs as done where done.project_id = projects.id and done.pull_request ->> 'state' = 'open')
      >= (projects.settings ->> 'maxOpenPullRequests')::integer, false) as "isFull"
  from jobs join projects on projects.id = jobs.project_id
  where jobs.status = 'active'
  group by projects.id
  having count(*) filter (where jobs.worker_id is null and jobs.reason = 'queued') > 0
  order by count(jobs.worker_id), projects.last_claim_at nulls first, projects.id`;

/** The projects that have queued jobs (`queued`), and those that may run one more, in the order in which they are served. */
export async function pickProjects(
  client: Client | pg.Pool,
): Promise<{ eligible: OpenProject[]; queued: string[] }> {
  const { rows } = await client.query<OpenProject & { isEligible: boolean }>(pick);
  return {
    eligible: rows.filter(({ isEligible }) => isEligible),
    queued: rows.map(({ id }) => id),
  };
}
