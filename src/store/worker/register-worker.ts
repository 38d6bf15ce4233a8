import { randomBytes } from "node:crypto";
import { hostname } from "node:os";
import pg from "pg";
import type { Database } from "../database.ts";

/** First key of every worker's advisory lock; the second is its `lock_id`. */
export const workerLockClass = 7301;

export interface WorkerRegistration {
  workerId: string;
  /** Resolves when the connection that holds the lock is gone: from then on others take this worker for dead. */
  lost: Promise<void>;
  /** Takes the worker off the list and gives the lock back. */
  close(): Promise<void>;
}

/** A session advisory lock on a connection of its own tells every other worker that this one lives. */
export async function registerWorker(database: Database): Promise<WorkerRegistration> {
  const client = new pg.Client(database.connection);
  const lost = new Promise<void>((resolve) => {
    client.once("error", () => resolve());
    client.once("end", () => resolve());
  });
  // After the first error others may follow on the same socket; without a listener they would end the process.
  client.on("error", () => undefined);
  await client.connect();
  const workerId = `worker_${randomBytes(8).toString("hex")}`;
  const { rows } = await client.query<{ lock_id: number }>(
    "select nextval('worker_lock_ids')::integer as lock_id",
  );
  const lockId = rows[0]!.lock_id;
  await client.query("select pg_advisory_lock($1, $2)", [workerLockClass, lockId]);
  await client.query("insert into workers (id, lock_id, host, pid) values ($1, $2, $3, $4)", [
    workerId,
    lockId,
    hostname(),
    process.pid,
  ]);
  return {
    workerId,
    lost,
    async close() {
      await client.query("delete from workers where id = $1", [workerId]).catch(() => undefined);
      await client.end().catch(() => undefined);
    },
  };
}
