import type { HostReview } from "./types.ts";

/** A job whose pull request is decided about. */
export interface ReviewedJob {
  projectId: string;
  jobId: string;
}

/**
 * What can be decided about a job's pull request, with the project's credentials; null where the code host
 * takes no decisions from Copydesk. What a decision makes of the pull request is recorded with the job before
 * it resolves. Throws `project_not_found`, `job_not_found`, `invalid_configuration`.
 */
export type OpenReview = (job: ReviewedJob, signal?: AbortSignal) => Promise<HostReview | null>;
