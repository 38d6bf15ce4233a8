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

/** Errors of every read of a job. */
export const jobReadErrors: ErrorCode[] = ["job_not_found"];

/** Errors of every change of a job that has no body. */
export const jobChangeErrors: ErrorCode[] = [
  "invalid_json",
  "job_not_found",
  "body_too_large",
  "unsupported_media_type",
];
