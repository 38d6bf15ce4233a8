import { type Database, inTransaction } from "../../store/database.ts";

// A process that stops in the middle keeps these projects locked: the server ends its transaction.
const limits =
  "set local lock_timeout = '5s'; set local idle_in_transaction_session_timeout = '3s'; set local statement_timeout = '5s'";

const waiting = "select project_id as id from project_load where waiting > 0";

const lockLoads = `
  select 1 from project_load where project_id = any($1::text[]) order by project_id for no key update`;

// A job that somebody else is changing is left to the next round: they may wait for its project's counters.
const admit = `
  with room as (
    select project_id, (settings ->> 'maxOpenPullRequests')::integer - open_pull_requests - will_open as free
    from project_load join projects on projects.id = project_id where project_id = any($1::text[])
  ), ranked as (
    select jobs.id, room.free, row_number() over (partition by jobs.project_id order by jobs.created_at, jobs.id) as place
    from jobs join room on room.project_id = jobs.project_id
    where jobs.status = 'active' and jobs.reason = 'waiting_capacity'
  ), admitted as (
    select jobs.id from jobs join ranked on ranked.id = jobs.id
    where (ranked.free is null or ranked.place <= ranked.free) and jobs.status = 'active' and jobs.reason = 'waiting_capacity'
    for no key update of jobs skip locked
  )
  update jobs set reason = 'queued', updated_at = clock_timestamp() from admitted where jobs.id = admitted.id`;

/**
 * Puts jobs that wait for reviewers back into the queue, oldest first, as many as there is room for.
 * Returns how many jobs were admitted, and the projects with waiting jobs.
 */
export async function admitWaiting({
  database,
}: {
  database: Database;
}): Promise<{ admitted: number; waitingProjects: string[] }> {
  const { rows: projects } = await database.pool.query<{ id: string }>(waiting);
  if (projects.length === 0) return { admitted: 0, waitingProjects: [] };
  const waitingProjects = projects.map(({ id }) => id);
  const admitted = await inTransaction(database, async (client) => {
    await client.query(limits);
    await client.query(lockLoads, [waitingProjects]);
    return (await client.query(admit, [waitingProjects])).rowCount ?? 0;
  });
  return { admitted, waitingProjects };
}
