import { AppError } from "../errors.ts";
import type { Database } from "../store/database.ts";
import { setArchived } from "../store/jobs/archive-jobs.ts";
import type { Author } from "./author.ts";
import { assertJobId, type JobAddress } from "./get-job.ts";
import type { JobRecord } from "./record.ts";
import { toRecord } from "./to-record.ts";
import { jobMissing } from "./use-errors.ts";

/**
 * Puts a job that has ended away; one that is archived already stays so. Throws `job_not_found`,
 * `job_active`, `unavailable`.
 */
export function archiveJob(
  deps: { database: Database },
  address: JobAddress & { author: Author },
): Promise<JobRecord> {
  return change(deps, address, true);
}

/**
 * Takes an archived job back to what it was; any other stays as it is. Throws `job_not_found`, `unavailable`.
 */
export function unarchiveJob(
  deps: { database: Database },
  address: JobAddress & { author: Author },
): Promise<JobRecord> {
  return change(deps, address, false);
}

async function change(
  { database }: { database: Database },
  address: JobAddress & { author: Author },
  archived: boolean,
): Promise<JobRecord> {
  assertJobId(address.jobId);
  const outcome = await setArchived(database, { ...address, archived });
  switch (outcome.kind) {
    case "changed":
    case "unchanged":
      return toRecord(outcome.row);
    case "job_missing":
      throw jobMissing();
    case "active":
      throw new AppError(
        "job_active",
        "The job is active. Cancel it, or wait until it has ended, then archive it.",
      );
  }
}
