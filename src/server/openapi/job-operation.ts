import type { ErrorCode } from "../../errors.ts";

/** Path parameters of an operation on one job. */
export const jobPath = {
  projectId: {
    description: "Id of the project.",
    example: "prj_0123456789abcdefghijkl",
    pattern: "^prj_[0-9A-Za-z]{22}$",
  },
  jobId: {
    description: "Id of the job.",
    example: "job_0123456789abcdefghijkl",
    pattern: "^job_[0-9A-Za-z]{22}$",
  },
};

/** Path parameter of an operation on a whole project. */
export const projectPath = { projectId: jobPath.projectId };

export const idempotencyKeyPattern = "^[ -~]{1,255}$";

/** What every read of a job can answer. */
export const jobReadErrors: ErrorCode[] = ["job_not_found"];

/** What every change of a job without a body can answer. */
export const jobChangeErrors: ErrorCode[] = [
  "invalid_json",
  "job_not_found",
  "body_too_large",
  "unsupported_media_type",
];
