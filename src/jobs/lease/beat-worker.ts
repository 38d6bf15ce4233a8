import { type Database, inTransaction } from "../../store/database.ts";
import { requeueJobs } from "./requeue-dead-workers.ts";

/**
 * A worker's sign of life. Jobs that the store holds for its own but that it does not run (a claim whose
 * answer was lost) go back into the queue; call it only while no claim is under way. False when others took
 * the worker for dead: it must let go of everything.
 */
export function beatWorker(
  { database }: { database: Database },
  workerId: string,
  running: readonly string[],
): Promise<boolean> {
  return inTransaction(database, async (client) => {
    const { rows } = await client.query(
      "update workers set heartbeat_at = clock_timestamp() where id = $1 returning id",
      [workerId],
    );
    if (rows.length === 0) return false;
    await requeueJobs(client, [workerId], running);
    return true;
  });
}
