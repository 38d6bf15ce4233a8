import type { LoadJob } from "./get-job.ts";
import { getJob, type JobAddress } from "./get-job.ts";
import type { JobChanges } from "./job-changes.ts";
import type { JobRecord } from "./record.ts";

/**
 * Waits until the job is no longer active or `isNews` holds for its record, at most `waitSeconds` or until
 * aborted, and returns it. Throws `job_not_found`.
 */
export async function waitForJob(
  deps: { loadJob: LoadJob; jobChanges: JobChanges },
  {
    waitSeconds,
    isNews,
    ...address
  }: JobAddress & { waitSeconds: number; isNews?: (record: JobRecord) => boolean },
  signal: AbortSignal,
): Promise<JobRecord> {
  const until = performance.now() + waitSeconds * 1000;
  for (;;) {
    const round = new AbortController();
    try {
      const leftMs = until - performance.now();
      const change = deps.jobChanges.next(address.jobId, {
        ms: Math.max(leftMs, 0),
        ofStatus: isNews === undefined,
        signal: AbortSignal.any([round.signal, signal]),
      });
      const record = await getJob(deps, address);
      const isOver = record.status !== "active" || leftMs <= 0 || signal.aborted;
      if (isOver || isNews?.(record) || deps.jobChanges.isClosed()) return record;
      await change;
    } finally {
      round.abort();
    }
  }
}
