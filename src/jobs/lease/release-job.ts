import type { Database } from "../../store/database.ts";
import { retryConflicts } from "../../store/retry-conflicts.ts";
import type { ClaimedJob } from "./claim-job.ts";

/**
 * Gives a running job back, for example while draining: another worker starts it again. Counts as a crash
 * only if the job is suspected of having stopped its worker.
 */
export async function releaseJob(
  { database }: { database: Database },
  job: Pick<ClaimedJob, "id" | "lease">,
  { asCrash = false }: { asCrash?: boolean } = {},
): Promise<boolean> {
  const { rowCount } = await retryConflicts(() =>
    database.pool.query(
      `update jobs set lease = case when $3 then lease end, worker_id = null, reason = 'queued', updated_at = clock_timestamp()
       where id = $1 and lease = $2 and status = 'active'`,
      [job.id, job.lease, asCrash],
    ),
  );
  return rowCount === 1;
}
