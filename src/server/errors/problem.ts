import { STATUS_CODES } from "node:http";
import type { AppError, ErrorCode } from "../../errors.ts";
import type { Uses } from "../../jobs/new-job.ts";
import type { InputProblem } from "../../schemas/parse-input.ts";
import { rateLimitHeaders } from "../rate-limit-headers.ts";
import { errorPath } from "./error-entries.ts";
import { errorStatuses } from "./error-statuses.ts";

/** RFC 9457, with `error` (the same text as `detail`) for clients of APIs whose error body is `{error}`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance: string;
  code: ErrorCode;
  requestId: string;
  error: string;
  errors?: InputProblem[];
  /** When the month ends, ISO 8601, UTC; only with `budget_exceeded`. */
  resetsAt?: string;
}

const problemContentType = "application/problem+json; charset=utf-8";

/**
 * Returns the document and its headers; `basePath` is the path of the public URL, below which the errors'
 * entries are served. Details of codes with status 500 are not disclosed.
 */
export function toProblem(
  error: AppError,
  request: { id: string; path: string; basePath?: string },
): { problem: Problem; headers: Record<string, string> } {
  const status = errorStatuses[error.code];
  const code = status === 500 ? "internal_error" : error.code;
  const detail =
    status === 500 ? "Something went wrong inside Copydesk. The request id leads to its log." : error.message;
  const problem: Problem = {
    type: (request.basePath ?? "") + errorPath(code),
    title: STATUS_CODES[status] ?? "Error",
    status,
    detail,
    instance: request.path,
    code,
    requestId: request.id,
    error: detail,
  };
  if (status < 500 && Array.isArray(error.details.errors)) problem.errors = error.details.errors;
  if (status < 500 && typeof error.details.resetsAt === "string") problem.resetsAt = error.details.resetsAt;
  return { problem, headers: toHeaders(error, status, request.id) };
}

function toHeaders(error: AppError, status: number, requestId: string): Record<string, string> {
  const headers: Record<string, string> = {
    "content-type": problemContentType,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "x-request-id": requestId,
  };
  const { retryAfterSeconds, uses, allow } = error.details;
  if (status === 401) headers["www-authenticate"] = 'Bearer realm="Copydesk"';
  if (typeof retryAfterSeconds === "number") headers["retry-after"] = String(retryAfterSeconds);
  else if (status === 503) headers["retry-after"] = "1";
  if (typeof allow === "string") headers.allow = allow;
  if (uses !== undefined) Object.assign(headers, rateLimitHeaders(uses as Uses));
  return headers;
}
