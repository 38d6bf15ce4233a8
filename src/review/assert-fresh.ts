import { AppError } from "../errors.ts";
import type { ReviewJob } from "./load-review-job.ts";

/** Throws `stale_review` if the job's branch is no longer at the reviewed commit. */
export function assertFresh({ headCommit }: Pick<ReviewJob, "headCommit">, reviewed: string | null): void {
  if (headCommit === reviewed) return;
  throw new AppError(
    "stale_review",
    "The branch has moved since it was reviewed. Read the review again and decide about its current state.",
    { details: { headCommit } },
  );
}
