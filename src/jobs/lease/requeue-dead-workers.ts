import { advisoryLocks } from "../../store/advisory-locks.ts";
import { type Client, type Database, inTransaction } from "../../store/database.ts";

/**
 * Seconds without a heartbeat after which `find_dead_workers` declares a worker dead, even if its
 * connection stands.
 */
export const silentSeconds = 10;

/**
 * After a restart of the server no worker has its lock yet, and none can send a heartbeat while it
 * recovers: a worker gives the others this long after it has got its own lock.
 */
export const restartGraceMs = 2_000;

const findDead = `select id, lock_id as "lockId", silent from find_dead_workers($1, $2)`;

/**
 * Puts the running jobs of every worker whose lock is free, or that has gone silent, back into the queue,
 * keeping their lease as the mark of a crash. `connectedMs`: how long the caller has had its own lock. Safe
 * on several workers at once. Returns the ids of the jobs.
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

/** Requeues the jobs of workers that are not on the list: nobody else would look after them. */
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
 * Puts the jobs of workers, except the `running` ones, back into the queue; makes the work of ended ones
 * that was not handed in due.
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

// In a fixed order, like a create of jobs in several projects.
const lockLoads = `
  select 1 from project_load where project_id in (select project_id from jobs where id = any($1::text[]))
  order by project_id for no key update`;

const letGo = `
  update jobs set worker_id = null, lease = null, patch_due_at = clock_timestamp() where id = any($1::text[])`;
