import { AppError } from "../errors.ts";
import type { Database } from "../store/database.ts";
import { openPreview as open } from "../store/jobs/open-preview.ts";
import type { Author } from "./author.ts";
import { assertJobId, type JobAddress } from "./get-job.ts";
import type { JobRecord } from "./record.ts";
import { toRecord } from "./to-record.ts";
import { jobMissing, transcriptExpired } from "./use-errors.ts";

/**
 * Makes a pull request of what a preview has ready, without asking the model again. The job is active until
 * it is open. Throws `job_not_found`, `no_preview`, `transcript_expired`, `unavailable`.
 */
export async function openPreview(
  deps: { database: Database },
  address: JobAddress & { author: Author },
): Promise<JobRecord> {
  assertJobId(address.jobId);
  const outcome = await open(deps, address);
  switch (outcome.kind) {
    case "opening":
      return toRecord(outcome.row);
    case "job_missing":
      throw jobMissing();
    case "transcript_expired":
      throw transcriptExpired();
    case "no_preview":
      throw new AppError(
        "no_preview",
        "Only a job that ended with the reason preview_ready has something to open a pull request of.",
      );
  }
}
