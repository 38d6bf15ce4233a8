import { isAppError } from "../errors.ts";
import type { HostSide } from "./decide-actions.ts";
import type { ReviewJob } from "./load-review-job.ts";
import type { ReviewDeps } from "./review-deps.ts";

// The list of files does not wait longer for the host.
const hostMsMax = 5_000;

/** Reads the job's open pull request from the code host. Never rejects because of the host. */
export async function readHostSide(deps: Pick<ReviewDeps, "openReview">, job: ReviewJob): Promise<HostSide> {
  if (job.headCommit === null) return null;
  const number = job.pullRequest?.number;
  const signal = AbortSignal.timeout(hostMsMax);
  try {
    const review = await deps.openReview({ projectId: job.projectId, jobId: job.id }, signal);
    if (review === null) return null;
    if (number === undefined) return { problem: "The job has no pull request." };
    return await Promise.race([review.read(number), late(signal)]);
  } catch (error) {
    if (isAppError(error)) return { problem: error.message };
    if (signal.aborted) return { problem: "The code host does not respond." };
    throw error;
  }
}

function late(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  return promise;
}
