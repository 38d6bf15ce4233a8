import { AppError } from "../errors.ts";
import { type CapState, describeReachedCap } from "../usage/load-caps.ts";
import type { Uses } from "./new-job.ts";

/** What a project's rolling limit counts, in words for people. */
type Used = "jobs" | "messages";

export function rateLimited(uses: Uses, used: Used): AppError {
  const verb = used === "jobs" ? "created" : "sent";
  return new AppError(
    "rate_limited",
    `This project has ${verb} ${uses.limit} ${used} in the last 60 minutes. The next one is free in ${uses.resetSeconds} seconds.`,
    { details: { uses, retryAfterSeconds: uses.resetSeconds } },
  );
}

/** The reset time is in the details, so that the response can have it as data too. */
export function capReached(cap: CapState): AppError {
  return new AppError("budget_exceeded", describeReachedCap(cap), {
    details: { resetsAt: cap.resetsAt.toISOString(), retryAfterSeconds: cap.resetSeconds },
  });
}

export function transcriptExpired(): AppError {
  return new AppError(
    "transcript_expired",
    "The job ended longer ago than its project keeps events and diffs. Only its record remains.",
  );
}

export function keyReused(uses: Uses): AppError {
  return new AppError(
    "idempotency_key_reused",
    "This Idempotency-Key was used with another body in the last 24 hours. Use a new key for a new request.",
    { details: { uses } },
  );
}

export function branchTaken(): AppError {
  return new AppError(
    "branch_taken",
    "The branch is a base branch, or that of another job of the project. Choose another name.",
  );
}

/** The project's lock was not got in time: somebody else is in the middle of a request. */
export function projectLocked(hasKey: boolean): AppError {
  const details = { retryAfterSeconds: 1 };
  if (!hasKey)
    return new AppError("unavailable", "The project is busy at the moment. Try again soon.", { details });
  return new AppError(
    "idempotency_in_flight",
    "A request with this Idempotency-Key is still in progress. Try again soon.",
    { details },
  );
}

export function projectMissing(): AppError {
  return new AppError("project_not_found", "There is no such project, or the API key does not belong to it.");
}

export function jobMissing(): AppError {
  return new AppError("job_not_found", "The project has no such job.");
}
