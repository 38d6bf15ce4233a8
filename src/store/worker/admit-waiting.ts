import { type Database, inTransaction } from "../database.ts";
import type { Queue } from "../queue/queue.ts";
import { lockClaims } from "./pick-projects.ts";

const waiting = `
  select distinct project_id as id from jobs where status = 'active' and reason = 'waiting_capacity'`;

const admit = `
  with room as (
    select projects.id,
      (projects.settings ->> 'maxOpenPullRequests')::integer
        - (select count(*) from jobs where project_id = projects.id and pull_request ->> 'state' = 'open')
        - (select count(*) from jobs where project_id = projects.id and status = 'active' and reason <> 'waiting_capacity'
             and mode = 'pull_request' and pull_request is null) as free
    from projects where id = any($1::text[])
  ), ranked as (
    select jobs.id, room.free, row_number() over (partition by jobs.project_id order by jobs.created_at, jobs.id) as place
    from jobs join room on room.id = jobs.project_id
    where jobs.status = 'active' and jobs.reason = 'waiting_capacity'
  ), admitted as (
    select jobs.id from jobs join ranked on ranked.id = jobs.id
    where (ranked.free is null or ranked.place <= ranked.free) and jobs.status = 'active' and jobs.reason = 'waiting_capacity'
    order by jobs.id for no key update of jobs
  )
  update jobs set reason = 'queued', updated_at = clock_timestamp()
  from admitted where jobs.id = admitted.id
  returning jobs.id as "jobId", jobs.project_id as "projectId", jobs.turn`;

/**
 * Puts jobs that wait for their reviewers back into the queue, oldest first, as many as there is room for. Answers how many
 * jobs were admitted, and the projects that still wait.
 */
export async function admitWaiting({
  database,
  queue,
}: {
  database: Database;
  queue: Queue;
}): Promise<{ admitted: number; waitingProjects: string[] }> {
  const { rows: projects } = await database.pool.query<{ id: string }>(waiting);
  if (projects.length === 0) return { admitted: 0, waitingProjects: [] };
  const waitingProjects = projects.map(({ id }) => id);
  const admitted = await inTransaction(database, async (client) => {
    await lockClaims(client);
    const { rows } = await client.query<{ jobId: string; projectId: string; turn: number }>(admit, [
      waitingProjects,
    ]);
    if (rows.length > 0) await queue.insert(client, rows);
    return rows.length;
  });
  return { admitted, waitingProjects };
}
