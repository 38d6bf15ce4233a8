import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import { advisoryLocks } from "../../store/advisory-locks.ts";
import type { Database } from "../../store/database.ts";
import type { SessionConnection } from "../../store/session.ts";

const lockMs = 3_000;

export interface WorkerRegistration {
  workerId: string;
  /**
   * Resolves when the connection that holds the lock is gone, so that others may declare this worker dead
   * at any moment, and when the registration is closed.
   */
  lost(): Promise<void>;
  /**
   * Takes the lock again on the next connection. False if others have declared this worker dead meanwhile:
   * it must release its jobs and register again. Throws while the store is unavailable.
   */
  resume(): Promise<boolean>;
  /** Takes the worker off the list and releases the lock. */
  close(): Promise<void>;
}

/**
 * Registers a worker, with a session advisory lock that tells the others it is alive. Without a connection
 * of its own, only its heartbeat does.
 */
export async function registerWorker(database: Database): Promise<WorkerRegistration> {
  const release = database.session.use();
  try {
    return await register(database, release);
  } catch (error) {
    await release();
    throw error;
  }
}

async function register(database: Database, release: () => Promise<void>): Promise<WorkerRegistration> {
  let connection = await database.session.connect();
  const workerId = `worker_${randomBytes(8).toString("hex")}`;
  const lockId = connection && (await takeNewLock(connection));
  await database.pool.query("insert into workers (id, lock_id, host, pid) values ($1, $2, $3, $4)", [
    workerId,
    lockId,
    hostname(),
    process.pid,
  ]);
  const closed = Promise.withResolvers<void>();
  return {
    workerId,
    lost: () => Promise.race([closed.promise, ...(connection === null ? [] : [connection.lost])]),
    async resume() {
      const next = await database.session.connect();
      if (next === null || lockId === null) return true;
      const isListed = await takeLockAgain(next, { workerId, lockId });
      connection = next;
      return isListed;
    },
    async close() {
      await database.pool.query("delete from workers where id = $1", [workerId]).catch(() => undefined);
      await connection
        ?.query("select pg_advisory_unlock($1, $2)", [advisoryLocks.worker, lockId])
        .catch(() => undefined);
      await release();
      closed.resolve();
    },
  };
}

async function takeNewLock(connection: SessionConnection): Promise<number> {
  const [row] = await connection.query<{ lockId: number }>(
    `select lock_id as "lockId", pg_advisory_lock($1, lock_id) from nextval('worker_lock_ids') as next, cast(next as integer) as lock_id`,
    [advisoryLocks.worker],
  );
  return row!.lockId;
}

// The server may hold the lock for the old connection a little longer.
async function takeLockAgain(
  connection: SessionConnection,
  { workerId, lockId }: { workerId: string; lockId: number },
): Promise<boolean> {
  await connection.query(`set lock_timeout = ${lockMs}`);
  await connection.query("select pg_advisory_lock($1, $2)", [advisoryLocks.worker, lockId]);
  await connection.query("reset lock_timeout");
  const rows = await connection.query(
    "update workers set heartbeat_at = clock_timestamp() where id = $1 returning id",
    [workerId],
  );
  return rows.length > 0;
}
