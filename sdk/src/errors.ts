import type { Problem } from "./generated-types.ts";

/** Error codes of Copydesk. */
export type ErrorCode = Problem["code"];

/** Codes of failures without a response from Copydesk. */
export type ClientErrorCode = "connection_failed" | "timeout" | "unexpected_response" | WebhookErrorCode;

/** Reasons not to trust a webhook message. */
export type WebhookErrorCode =
  | "webhook_not_signed"
  | "webhook_signature_invalid"
  | "webhook_timestamp_invalid"
  | "webhook_body_invalid";

export interface ErrorFacts {
  /** May be a code of a newer Copydesk that this version does not know. */
  code: ErrorCode | ClientErrorCode | (string & {});
  detail: string;
  status?: number | null;
  requestId?: string | null;
  problems?: { path: string; message: string }[];
  retryAfterSeconds?: number | null;
  cause?: unknown;
}

/** Thrown by every failed call, unless its own signal ended it: then the signal's reason is thrown. */
export class CopydeskError extends Error {
  override readonly name: string = "CopydeskError";
  /** Stable: programs can rely on it. */
  readonly code: ErrorFacts["code"];
  /** One line for people. */
  readonly detail: string;
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** Identifies the request in the service's log. */
  readonly requestId: string | null;
  /** All problems found in the request. */
  readonly problems: { path: string; message: string }[];
  /** Time after which the same call can succeed, if the service says so. */
  readonly retryAfterSeconds: number | null;
  /** The job that the call was about; null if it was about none, or was creating one. */
  jobId: string | null = null;
  /** Number of times that the request was sent. */
  attempts = 1;

  constructor(facts: ErrorFacts) {
    const { code, detail, status = null, requestId = null, problems = [], retryAfterSeconds = null } = facts;
    super(
      `${detail} (${[code, requestId].filter(Boolean).join(", ")})`,
      "cause" in facts ? { cause: facts.cause } : {},
    );
    this.code = code;
    this.detail = detail;
    this.status = status;
    this.requestId = requestId;
    this.problems = problems;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** 401: no key, or one that is unknown, revoked or expired. */
export class AuthenticationError extends CopydeskError {
  override readonly name = "AuthenticationError";
}

/** 403: the key lacks the scope, or is restricted to other addresses. */
export class PermissionError extends CopydeskError {
  override readonly name = "PermissionError";
}

/** 404: no such project, job or path. 410: it no longer exists. */
export class NotFoundError extends CopydeskError {
  override readonly name = "NotFoundError";
}

/** 409, or a reused idempotency key: the job's state or an earlier request prevents the call. */
export class ConflictError extends CopydeskError {
  override readonly name = "ConflictError";
}

/** Other 4xx: the request itself is not valid; `problems` says where. */
export class ValidationError extends CopydeskError {
  override readonly name = "ValidationError";
}

/** 429: the project's limit is reached; `retryAfterSeconds` says when one more request is free. */
export class RateLimitError extends CopydeskError {
  override readonly name = "RateLimitError";
}

/** 5xx: Copydesk, or something in front of it, is currently unavailable. */
export class UnavailableError extends CopydeskError {
  override readonly name = "UnavailableError";
}

/** No complete response: refused, reset, cut off, name not found. */
export class ConnectionError extends CopydeskError {
  override readonly name = "ConnectionError";
}

/** No response in time, or the job was still active when `wait` had to end. */
export class TimeoutError extends CopydeskError {
  override readonly name = "TimeoutError";
}

/**
 * A message that was not sent by the webhook whose secret was used for the check, or is too old; `code` says
 * which.
 */
export class WebhookVerificationError extends CopydeskError {
  override readonly name = "WebhookVerificationError";
}
