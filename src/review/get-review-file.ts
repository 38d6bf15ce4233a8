import type { JobAddress } from "../jobs/get-job.ts";
import { findChange } from "./find-change.ts";
import { pathOf } from "./list-review-files.ts";
import { loadReviewJob } from "./load-review-job.ts";
import { readBothSides } from "./read-both-sides.ts";
import type { ReviewDeps } from "./review-deps.ts";
import type { ReviewContents } from "./review-schema.ts";
import { toReviewHunks } from "./to-review-hunks.ts";

/**
 * Returns one file of a job's change. Changed lines are stored with the job; whole texts need the repository,
 * and `unavailable` says why if it cannot be read. Throws `job_not_found`, `transcript_expired`,
 * `file_not_found`.
 */
export async function getReviewFile(
  deps: ReviewDeps,
  address: JobAddress,
  path: string,
): Promise<ReviewContents> {
  const job = await loadReviewJob(deps, address);
  const file = findChange(job, path);
  return {
    path: pathOf(file),
    oldPath: file.status === "renamed" ? file.oldPath : null,
    hunks: toReviewHunks(file.hunks),
    ...(await readBothSides(deps, job, file)),
  };
}
