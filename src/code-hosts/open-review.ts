import type { HostReview } from "./types.ts";

/** A job whose pull request is under review. */
export interface ReviewedJob {
  projectId: string;
  jobId: string;
}

/**
 * Returns the review methods for a job's pull request, with the project's credentials; null if the code host
 * supports no decisions through Copydesk. Each decision is recorded with the job before it resolves. Throws
 * `project_not_found`, `job_not_found`, `invalid_configuration`.
 */
export type OpenReview = (job: ReviewedJob, signal?: AbortSignal) => Promise<HostReview | null>;
