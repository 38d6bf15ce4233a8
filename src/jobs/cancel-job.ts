import { AppError } from "../errors.ts";
import type { Database } from "../store/database.ts";
import { cancelActiveJob } from "../store/jobs/cancel-job.ts";
import type { Author } from "./author.ts";
import { assertJobId, type JobAddress } from "./get-job.ts";
import type { JobRecord } from "./record.ts";
import { toRecord } from "./to-record.ts";
import { jobMissing } from "./use-errors.ts";

const message = "The job was cancelled; what it had done so far is in its diff.";

/**
 * Ends an active job; a cancelled one is returned unchanged, so that a cancel can be repeated. It counts as
 * failed from this moment; the worker that runs it stops its model call, hands in the patch and lets go.
 * Throws `job_not_found`, `job_not_active`, `unavailable`.
 */
export async function cancelJob(
  deps: { database: Database },
  { projectId, jobId, author }: JobAddress & { author: Author },
): Promise<JobRecord> {
  assertJobId(jobId);
  const outcome = await cancelActiveJob(deps, { projectId, jobId, message, author });
  switch (outcome.kind) {
    case "cancelled":
      return toRecord(outcome.row);
    case "job_missing":
      throw jobMissing();
    case "not_active":
      throw new AppError(
        "job_not_active",
        "The job has ended already, but was not cancelled; only an active job can be cancelled.",
      );
  }
}
