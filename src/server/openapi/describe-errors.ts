import { STATUS_CODES } from "node:http";
import { AppError, type ErrorCode } from "../../errors.ts";
import { errorStatuses } from "../errors/error-statuses.ts";
import { toProblem } from "../errors/problem.ts";
import { commonHeaders, describeHeaders, limitHeaders } from "./describe-headers.ts";
import { type HeaderDescription, needsCredentials, type Operation } from "./operation.ts";

type Json = Record<string, unknown>;

/** Describes the error responses of an operation by status, with an example of each code. */
export function describeErrors(operation: Operation): Json {
  const codes = new Set([...commonErrors(operation), ...operation.errors]);
  const byStatus = Map.groupBy(codes, (code) => errorStatuses[code]);
  const entries = [...byStatus].map(([status, those]) => [status, describeError(status, those, operation)]);
  return Object.fromEntries(entries);
}

/** Errors that HTTP itself, the credentials and the length of path parameters can cause. */
function commonErrors(operation: Operation): ErrorCode[] {
  const { pathParameters } = operation;
  return [
    ...([
      "invalid_request",
      "request_timeout",
      "headers_too_large",
      "internal_error",
      "unavailable",
    ] as const),
    ...(pathParameters === undefined ? [] : (["route_not_found"] as const)),
    ...(needsCredentials(operation) ? credentialErrors(operation) : []),
  ];
}

function credentialErrors({ scope, permission, method, pathParameters = {} }: Operation): ErrorCode[] {
  const hasProject = scope !== null || "projectId" in pathParameters;
  return [
    ...(scope === null ? (["not_signed_in"] as const) : []),
    ...(["invalid_api_key", "api_key_expired", "ip_not_allowed"] as const),
    ...(scope === null ? [] : (["insufficient_scope"] as const)),
    ...(permission === undefined ? [] : (["insufficient_permission"] as const)),
    ...(method === "get" ? [] : (["cross_site_request"] as const)),
    ...(hasProject ? (["project_not_found"] as const) : []),
  ];
}

function describeError(status: number, codes: ErrorCode[], operation: Operation): Json {
  const examples = codes.map((code) => [code, exampleProblem(code)] as const);
  return {
    description: `${STATUS_CODES[status]}: ${codes.map((code) => `\`${code}\``).join(", ")}`,
    headers: describeHeaders({
      ...errorHeaders(
        status,
        examples.map(([, { headers }]) => headers),
      ),
      ...showsLimit(status, operation),
      ...commonHeaders,
    }),
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        examples: Object.fromEntries(examples.map(([code, { problem }]) => [code, { value: problem }])),
      },
    },
  };
}

function errorHeaders(status: number, examples: Record<string, string>[]): Record<string, HeaderDescription> {
  const withRetry = examples.filter((headers) => "retry-after" in headers).length;
  return {
    ...(status === 401 && {
      "WWW-Authenticate": { description: "The scheme.", example: 'Bearer realm="Copydesk"' },
    }),
    ...(withRetry > 0 && {
      "Retry-After": {
        description: "Seconds after which it can succeed.",
        example: 1,
        ...(withRetry < examples.length && { optional: true as const }),
      },
    }),
  };
}

// A refusal before the key is verified says nothing about the project.
const statusesWithoutLimit = new Set([401, 403, 404, 408, 431, 500, 503]);

function showsLimit(status: number, { limit }: Operation): Record<string, HeaderDescription> {
  if (limit === undefined || statusesWithoutLimit.has(status)) return {};
  if (status === 429) return limitHeaders(limit);
  const entries = Object.entries(limitHeaders(limit));
  return Object.fromEntries(entries.map(([name, header]) => [name, { ...header, optional: true }]));
}

const examplePath = "/v2/agent/prj_0123456789abcdefghijkl/job";

function exampleProblem(code: ErrorCode) {
  const details = {
    ...(code === "invalid_request" && {
      errors: [{ path: "prompt", message: "must not be empty or blank" }],
    }),
    ...(code === "rate_limited" && { retryAfterSeconds: 1180 }),
    ...(code === "budget_exceeded" && { retryAfterSeconds: 86_400, resetsAt: "2026-12-01T00:00:00.000Z" }),
    ...(code === "too_many_attempts" && { retryAfterSeconds: 60 }),
    ...(code === "too_many_streams" && { retryAfterSeconds: 5 }),
    ...(code === "idempotency_in_flight" && { retryAfterSeconds: 1 }),
    ...(code === "patch_pending" && { retryAfterSeconds: 2 }),
  };
  const error = new AppError(code, `See /errors/${code}.`, { details });
  return toProblem(error, { id: String(commonHeaders["X-Request-Id"]?.example), path: examplePath });
}
