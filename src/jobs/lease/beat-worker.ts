import { type Database, inTransaction } from "../../store/database.ts";
import { requeueJobs } from "./requeue-dead-workers.ts";

/**
 * Records a worker's heartbeat. Puts back into the queue jobs that the store assigns to it but that it does
 * not run (a claim whose answer was lost), so call it only while no claim is under way. Returns false if
 * others declared the worker dead: it must release everything.
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
