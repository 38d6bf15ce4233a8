import type { ErrorCode } from "../../errors.ts";

/** Path parameters of an operation on one job. */
export const jobPath = {
  projectId: { description: "Id of the project.", example: "prj_0123456789abcdefghijkl" },
  jobId: { description: "Id of the job.", example: "job_0123456789abcdefghijkl" },
};

/** What every read of a job can answer. */
export const jobReadErrors: ErrorCode[] = [
  "invalid_request",
  "invalid_api_key",
  "api_key_expired",
  "insufficient_scope",
  "ip_not_allowed",
  "project_not_found",
  "job_not_found",
  "request_timeout",
  "headers_too_large",
  "internal_error",
  "unavailable",
];

/** What every change of a job without a body can answer. */
export const jobChangeErrors: ErrorCode[] = [
  "invalid_json",
  "invalid_api_key",
  "api_key_expired",
  "insufficient_scope",
  "ip_not_allowed",
  "project_not_found",
  "job_not_found",
  "request_timeout",
  "body_too_large",
  "unsupported_media_type",
  "headers_too_large",
  "internal_error",
  "unavailable",
];
