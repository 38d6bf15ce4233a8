import pg from "pg";

/**
 * The store for whoever watches a worker that cannot use its own connections: one connection, short limits,
 * no queue.
 */
export interface StallStore {
  /** Keeps others from taking the worker for dead while it is decided what becomes of its jobs. */
  beat(workerIds: readonly string[]): Promise<void>;
  /** Whoever claims the job next fails it with the note, as long as the lease is still the job's. */
  mark(job: { id: string; lease: string }, note: string): Promise<void>;
  /** These jobs go on elsewhere and no crash is counted. What their worker still writes is refused. */
  forgive(jobs: readonly { id: string; lease: string }[]): Promise<void>;
}

const limitMs = 2_000;

export async function openStallStore(connection: pg.ClientConfig): Promise<StallStore> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: limitMs,
    // A pooler, to which no options are given, refuses this one too.
    ...(connection.options !== undefined && { statement_timeout: limitMs }),
    query_timeout: limitMs,
  });
  client.on("error", () => undefined);
  await client.connect();
  return {
    async beat(workerIds) {
      await client.query("update workers set heartbeat_at = clock_timestamp() where id = any($1::text[])", [
        workerIds,
      ]);
    },
    async mark({ id, lease }, note) {
      await client.query(
        "update jobs set stall_lease = lease, stall_note = $3 where id = $1 and lease = $2 and status = 'active'",
        [id, lease, note],
      );
    },
    async forgive(jobs) {
      for (const { id, lease } of jobs) {
        await client.query(
          "update jobs set lease = null where id = $1 and lease = $2 and status = 'active'",
          [id, lease],
        );
      }
    },
  };
}
