import pg from "pg";

/**
 * Store access for the watchdog of a worker that cannot use its own connections: one connection, short
 * limits, no queue.
 */
export interface StallStore {
  /** Keeps others from declaring the worker dead while the fate of its jobs is decided. */
  beat(workerIds: readonly string[]): Promise<void>;
  /** Makes the next claim of the job fail it with the note, as long as the job still has the lease. */
  mark(job: { id: string; lease: string }, note: string): Promise<void>;
  /**
   * Lets these jobs continue elsewhere without counting a crash. Further writes of their worker are
   * refused.
   */
  forgive(jobs: readonly { id: string; lease: string }[]): Promise<void>;
}

const limitMs = 2_000;

export async function openStallStore(connection: pg.ClientConfig): Promise<StallStore> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: limitMs,
    // A pooler, which gets no options, refuses this one too.
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
