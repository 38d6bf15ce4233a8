import { type Database, inTransaction } from "../database.ts";
import type { Queue } from "../queue/queue.ts";
import type { ClaimedJob } from "./claim-job.ts";

/**
 * Gives a running job back, for example while draining: another worker starts it again. No crash is counted, unless the job is a suspect of
 * having stopped its worker.
 */
export function releaseJob(
  deps: { database: Database; queue: Queue },
  job: Pick<ClaimedJob, "id" | "lease">,
  { asCrash = false }: { asCrash?: boolean } = {},
): Promise<boolean> {
  return inTransaction(deps.database, async (client) => {
    const { rows } = await client.query<{ turn: number }>(
      `update jobs set lease = case when $3 then lease end, worker_id = null, reason = 'queued', updated_at = clock_timestamp()
       where id = $1 and lease = $2 and status = 'active' returning turn`,
      [job.id, job.lease, asCrash],
    );
    if (rows[0] === undefined) return false;
    await deps.queue.requeue(client, [{ jobId: job.id, turn: rows[0].turn }]);
    return true;
  });
}
