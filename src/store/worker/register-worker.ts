import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import pg from "pg";
import type { Database } from "../database.ts";

/** First key of every worker's advisory lock; the second is its `lock_id`. */
export const workerLockClass = 7301;

const lockMs = 3_000;

export interface WorkerRegistration {
  workerId: string;
  /** Resolves when the connection that holds the lock is gone: others may take this worker for dead at any moment. */
  lost(): Promise<void>;
  /**
   * Takes the lock again on a new connection. False when others have taken this worker for dead meanwhile: it must let go of its
   * jobs and register again. Throws while the store is away.
   */
  resume(): Promise<boolean>;
  /** Takes the worker off the list and gives the lock back. */
  close(): Promise<void>;
}

interface LockConnection {
  client: pg.Client;
  lost: Promise<void>;
}

/** A session advisory lock on a connection of its own tells every other worker that this one lives. */
export async function registerWorker(database: Database): Promise<WorkerRegistration> {
  let connection = await connect(database);
  const workerId = `worker_${randomBytes(8).toString("hex")}`;
  const { rows } = await connection.client.query<{ lock_id: number }>(
    "select nextval('worker_lock_ids')::integer as lock_id",
  );
  const lockId = rows[0]!.lock_id;
  await connection.client.query("select pg_advisory_lock($1, $2)", [workerLockClass, lockId]);
  await connection.client.query("insert into workers (id, lock_id, host, pid) values ($1, $2, $3, $4)", [
    workerId,
    lockId,
    hostname(),
    process.pid,
  ]);
  return {
    workerId,
    lost: () => connection.lost,
    async resume() {
      const next = await connect(database);
      try {
        const isListed = await takeLockAgain(next.client, { workerId, lockId });
        if (!isListed) await next.client.end();
        connection = next;
        return isListed;
      } catch (error) {
        await next.client.end().catch(() => undefined);
        throw error;
      }
    },
    async close() {
      const { client } = connection;
      await client.query("delete from workers where id = $1", [workerId]).catch(() => undefined);
      await client.end().catch(() => undefined);
    },
  };
}

async function connect(database: Database): Promise<LockConnection> {
  const client = new pg.Client(database.connection);
  const lost = new Promise<void>((resolve) => {
    client.once("error", () => resolve());
    client.once("end", () => resolve());
  });
  // After the first error others may follow on the same socket; without a listener they would end the process.
  client.on("error", () => undefined);
  await client.connect();
  return { client, lost };
}

// The server may hold the lock for the old connection a little longer.
async function takeLockAgain(
  client: pg.Client,
  { workerId, lockId }: { workerId: string; lockId: number },
): Promise<boolean> {
  await client.query(`set lock_timeout = ${lockMs}`);
  await client.query("select pg_advisory_lock($1, $2)", [workerLockClass, lockId]);
  const { rows } = await client.query(
    "update workers set heartbeat_at = clock_timestamp() where id = $1 returning id",
    [workerId],
  );
  return rows.length > 0;
}
