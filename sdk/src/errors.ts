import type { Problem } from "./generated-types.ts";

/** The codes of Copydesk. */
export type ErrorCode = Problem["code"];

/** The codes of what goes wrong before there is a response of Copydesk. */
export type ClientErrorCode = "connection_failed" | "timeout" | "unexpected_response" | WebhookErrorCode;

/** Why a message of a webhook is not to be trusted. */
export type WebhookErrorCode =
  | "webhook_not_signed"
  | "webhook_signature_invalid"
  | "webhook_timestamp_invalid"
  | "webhook_body_invalid";

export interface ErrorFacts {
  /** A newer Copydesk may have codes that this version does not know. */
  code: ErrorCode | ClientErrorCode | (string & {});
  detail: string;
  status?: number | null;
  requestId?: string | null;
  problems?: { path: string; message: string }[];
  retryAfterSeconds?: number | null;
  cause?: unknown;
}

/** What every failed call throws, unless its own signal ended it: then the signal's reason is thrown. */
export class CopydeskError extends Error {
  override readonly name: string = "CopydeskError";
  /** Stable: write programs against it. */
  readonly code: ErrorFacts["code"];
  /** One line for people. */
  readonly detail: string;
  /** HTTP status; null when there was no response. */
  readonly status: number | null;
  /** Identifies the request in the service's log. */
  readonly requestId: string | null;
  /** Every problem that was found in the request. */
  readonly problems: { path: string; message: string }[];
  /** After how long the same call can succeed, as far as the service says. */
  readonly retryAfterSeconds: number | null;
  /** The job that the call was about; null when it was about none, or was creating one. */
  jobId: string | null = null;
  /** How often the request was sent. */
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

/** 403: the key lacks the scope, or is bound to other addresses. */
export class PermissionError extends CopydeskError {
  override readonly name = "PermissionError";
}

/** 404: no such project, job or path. 410: it is there no longer. */
export class NotFoundError extends CopydeskError {
  override readonly name = "NotFoundError";
}

/** 409 and a reused idempotency key: the job's state, or an earlier request, stands against it. */
export class ConflictError extends CopydeskError {
  override readonly name = "ConflictError";
}

/** The other 4xx: the request itself is not valid; `problems` says where. */
export class ValidationError extends CopydeskError {
  override readonly name = "ValidationError";
}

/** 429: the project's limit; `retryAfterSeconds` is when one more is free. */
export class RateLimitError extends CopydeskError {
  override readonly name = "RateLimitError";
}

/** 5xx: Copydesk, or something in front of it, is not available now. */
export class UnavailableError extends CopydeskError {
  override readonly name = "UnavailableError";
}

/** There was no whole response: refused, reset, cut off, name not found. */
export class ConnectionError extends CopydeskError {
  override readonly name = "ConnectionError";
}

/** There was no response in time, or the job was still active when `wait` had to end. */
export class TimeoutError extends CopydeskError {
  override readonly name = "TimeoutError";
}

/**
 * A message that does not come from the webhook whose secret it was checked with, or is too old; `code` says
 * which.
 */
export class WebhookVerificationError extends CopydeskError {
  override readonly name = "WebhookVerificationError";
}
