import type { Database } from "../../src/store/database.ts";

/** Puts a worker without a lock on the list, so that it can claim jobs in a test. */
export async function listWorker({ pool }: Pick<Database, "pool">, id: string): Promise<void> {
  await pool.query(
    `insert into workers (id, lock_id, host, pid) values ($1, nextval('worker_lock_ids'), 'test', 0)
     on conflict (id) do nothing`,
    [id],
  );
}
