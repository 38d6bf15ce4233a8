import type { Database } from "../database.ts";
import type { EntryAttempt, Queue } from "../queue/queue.ts";

/** Heartbeat of the running entries. */
export async function touchJobs(
  { database, queue }: { database: Database; queue: Queue },
  attempts: readonly EntryAttempt[],
): Promise<void> {
  if (attempts.length === 0) return;
  const client = await database.pool.connect();
  try {
    for (const attempt of attempts) await queue.touch(client, attempt);
  } finally {
    client.release();
  }
}
