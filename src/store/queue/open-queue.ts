import { PgBoss } from "pg-boss";
import type { Log } from "../../log.ts";
import type { Database } from "../database.ts";
import { createQueue, type Queue, queueName } from "./queue.ts";

const schema = "copydesk_queue";

// Crashes are counted on the job itself, so the queue may hand an entry out as often as it takes.
const retryLimit = 1_000_000;

/**
 * Starts pg-boss on the database and creates the queue. Only processes with `supervise` look for entries whose
 * worker has gone silent. The caller stops the queue before it closes the database.
 */
export async function openQueue(
  database: Database,
  log: Log,
  options: { supervise: boolean },
): Promise<Queue> {
  const boss = new PgBoss({
    schema,
    db: { executeSql: (text, values) => database.pool.query(text, values as unknown[]) },
    schedule: false,
    supervise: options.supervise,
    superviseIntervalSeconds: 1,
    monitorIntervalSeconds: 1,
    monitorVacuum: false,
    reindex: false,
  });
  boss.on("error", (error) => log.warn({ err: error }, "queue"));
  await boss.start();
  await boss.createQueue(queueName, {
    policy: "standard",
    retryLimit,
    retryDelay: 0,
    retryBackoff: false,
    expireInSeconds: 23 * 3600,
    retentionSeconds: 365 * 24 * 3600,
    deleteAfterSeconds: 24 * 3600,
  });
  // Entries have no heartbeat of their own: a worker that is gone or hangs is noticed as a whole, by its row in "workers".
  await boss.updateQueue(queueName, { heartbeatSeconds: null });
  return createQueue(boss);
}
