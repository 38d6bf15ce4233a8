import { advisoryLocks } from "../../store/advisory-locks.ts";
import { type Client, type Database, inTransaction } from "../../store/database.ts";

/**
 * `find_dead_workers` takes a worker for dead after so long without a sign of life, even when its connection
 * still stands.
 */
export const silentSeconds = 10;

/**
 * After a restart of the server no worker has its lock yet, and none can beat while it recovers: whoever
 * looks gives the others this long after it has got its own lock.
 */
export const restartGraceMs = 2_000;

const findDead = `select id, lock_id as "lockId", silent from find_dead_workers($1, $2)`;

/**
 * Puts the running jobs of every worker whose lock is free, or who has gone silent, back into the queue,
 * keeping their lease as the mark of a crash. `connectedMs`: since when the caller has its own lock. Safe on
 * several workers at once. Returns the ids of the jobs.
 */
export async function requeueDeadWorkers(
  { database }: { database: Database },
  self: { workerId: string; connectedMs: number },
): Promise<string[]> {
  const { rows: others } = await database.pool.query<Other>(findDead, [
    self.workerId,
    self.connectedMs >= restartGraceMs,
  ]);
  const requeued: string[] = await requeueStrays(database);
  for (const other of others) requeued.push(...(await requeueJobsOf(database, other)));
  return requeued;
}

/** Jobs of workers that are on no list: nobody else would ever look after them. */
async function requeueStrays(database: Database): Promise<string[]> {
  const { rows: strays } = await database.pool.query<{ id: string }>("select id from find_stray_workers()");
  if (strays.length === 0) return [];
  return await inTransaction(database, async (client) => {
    const ids = strays.map(({ id }) => id);
    return await requeueJobs(client, ids, []);
  });
}

interface Other {
  id: string;
  /** Null: it has none, and is dead only once it is silent. */
  lockId: number | null;
  silent: boolean;
}

function requeueJobsOf(database: Database, worker: Other): Promise<string[]> {
  return inTransaction(database, async (client) => {
    if (!worker.silent && !(await isLockFree(client, worker))) return [];
    const { rows: gone } = await client.query(
      `delete from workers where id = $1
         and ($2 = false or heartbeat_at < clock_timestamp() - make_interval(secs => $3)) returning id`,
      [worker.id, worker.silent, silentSeconds],
    );
    if (gone.length === 0) return [];
    return await requeueJobs(client, [worker.id], []);
  });
}

async function isLockFree(client: Client, worker: Other): Promise<boolean> {
  const { rows } = await client.query<{ free: boolean }>("select pg_try_advisory_xact_lock($1, $2) as free", [
    advisoryLocks.worker,
    worker.lockId,
  ]);
  return rows[0]?.free === true;
}

/**
 * Puts the jobs of workers, except those that run, back into the queue; work of ended ones that they have not
 * handed in is due.
 */
export async function requeueJobs(
  client: Client,
  workerIds: readonly string[],
  running: readonly string[],
): Promise<string[]> {
  const { rows } = await client.query<{ id: string; isActive: boolean }>(lockJobs, [workerIds, running]);
  const ended = rows.filter(({ isActive }) => !isActive).map(({ id }) => id);
  if (ended.length > 0) await client.query(letGo, [ended]);
  const ids = rows.filter(({ isActive }) => isActive).map(({ id }) => id);
  if (ids.length === 0) return [];
  await client.query(lockLoads, [ids]);
  await client.query("update jobs set worker_id = null, reason = 'queued' where id = any($1::text[])", [ids]);
  return ids;
}

const lockJobs = `
  select id, status = 'active' as "isActive" from jobs
  where worker_id = any($1::text[]) and id <> all($2::text[])
  order by id for no key update`;

// In one order, as a create of jobs in several projects does.
const lockLoads = `
  select 1 from project_load where project_id in (select project_id from jobs where id = any($1::text[]))
  order by project_id for no key update`;

const letGo = `
  update jobs set worker_id = null, lease = null, patch_due_at = clock_timestamp() where id = any($1::text[])`;
