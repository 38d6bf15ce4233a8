import { type Database, inTransaction } from "../database.ts";
import type { Queue } from "../queue/queue.ts";
import { workerLockClass } from "./register-worker.ts";

/**
 * Puts the running jobs of every worker whose lock is free back into the queue, keeping their lease as the mark of a
 * crash. Safe on several workers at once: the lock is taken for the transaction. Returns the ids of the jobs.
 */
export async function requeueDeadWorkers(
  deps: { database: Database; queue: Queue },
  self: string,
): Promise<string[]> {
  const { rows: others } = await deps.database.pool.query<{ id: string; lock_id: number }>(
    "select id, lock_id from workers where id <> $1",
    [self],
  );
  const requeued: string[] = [];
  for (const other of others) requeued.push(...(await requeueJobsOf(deps, other)));
  return requeued;
}

function requeueJobsOf(
  { database, queue }: { database: Database; queue: Queue },
  worker: { id: string; lock_id: number },
): Promise<string[]> {
  return inTransaction(database, async (client) => {
    const { rows: locks } = await client.query<{ free: boolean }>(
      "select pg_try_advisory_xact_lock($1, $2) as free",
      [workerLockClass, worker.lock_id],
    );
    if (locks[0]?.free !== true) return [];
    const { rows: gone } = await client.query("delete from workers where id = $1 returning id", [worker.id]);
    if (gone.length === 0) return [];
    const { rows: jobs } = await client.query<{ id: string; turn: number }>(
      "update jobs set worker_id = null, reason = 'queued' where worker_id = $1 and status = 'active' returning id, turn",
      [worker.id],
    );
    await queue.requeue(
      client,
      jobs.map(({ id, turn }) => ({ jobId: id, turn })),
    );
    return jobs.map(({ id }) => id);
  });
}
