import {
  APICallError,
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  NoContentGeneratedError,
  TypeValidationError,
} from "@ai-sdk/provider";
import { isAppError } from "../../errors.ts";
import { errorChain } from "./error-chain.ts";
import { ModelTimeout } from "./model-timeout.ts";
import { type ErrorBody, readErrorBody } from "./read-error-body.ts";

export interface ModelErrorVerdict {
  kind: "context_overflow" | "refused" | "failed";
  /** `unreadable`: the answer did not follow the protocol, which a retry seldom changes. */
  retry: "never" | "later" | "unreadable";
  /** Null if there was no answer. */
  status: number | null;
}

const overflowCodes = new Set([
  "context_length_exceeded",
  "exceed_context_size_error",
  "request_too_large",
  "string_above_max_length",
]);

/** For providers that report an overflow with the code of any bad request. */
const overflowTexts =
  /prompt is too long|exceeds? the maximum number of tokens|exceed context limit|maximum (?:context|model) length|context (?:length|window|size)/i;

const refusalCodes = new Set(["content_filter", "content_policy_violation", "invalid_prompt"]);

/** A rate limit that this request alone exceeds: waiting does not help, a shorter conversation does. */
const tooLargeTexts = /request too large/i;

const refusalTexts = /blocked by content filtering policy/i;

const usedUpCodes = new Set([
  "insufficient_quota",
  "insufficient_credits",
  "billing_error",
  "billing_not_active",
  "billing_hard_limit_reached",
]);

const usedUpTexts = /insufficient[ _](?:quota|credits?|balance|funds)|credit balance|out of credits?/i;

/** Codes of transient errors in the body of an apparent bad request. */
const passingCodes = new Set(["server_error", "rate_limit_exceeded", "overloaded_error"]);

const networkCodes = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "ECONNABORTED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENETDOWN",
  "EPIPE",
  "ETIMEDOUT",
  "EAI_AGAIN",
  "UND_ERR_SOCKET",
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
]);

const unreadable = [
  EmptyResponseBodyError,
  InvalidResponseDataError,
  JSONParseError,
  NoContentGeneratedError,
  TypeValidationError,
];

/**
 * Classifies an error of a model call by status and code, and by its text only if the provider gives nothing
 * else.
 */
export function judgeModelError(error: unknown): ModelErrorVerdict {
  const verdict = { kind: "failed", retry: "never", status: null } as const;
  const chain = errorChain(error);
  const refused = chain.find((cause) => isAppError(cause, "url_not_allowed"));
  if (refused) return { ...verdict, retry: isUnresolved(refused) ? "later" : "never" };
  if (chain.some((cause) => cause instanceof ModelTimeout)) return { ...verdict, retry: "later" };
  if (APICallError.isInstance(error)) return judgeAnswer(error, readErrorBody(error));
  if (chain.some(isNetworkError)) return { ...verdict, retry: "later" };
  if (unreadable.some((type) => type.isInstance(error))) return { ...verdict, retry: "unreadable" };
  return verdict;
}

function judgeAnswer(error: APICallError, body: ErrorBody): ModelErrorVerdict {
  const { statusCode, message } = error;
  const isBroken = statusCode === undefined || (statusCode < 300 && body.status === null);
  if (isBroken && errorChain(error).some(isNetworkError)) return failed("later", statusCode ?? null);
  if (statusCode === undefined) return failed("never", null);
  const status = statusCode < 300 ? (body.status ?? statusCode) : statusCode;
  if (status < 300 || (body.isAnswer && body.codes.length === 0)) return failed("unreadable", status);
  const text = body.message ?? message;
  if (isOverflow(status, body.codes, text)) return { kind: "context_overflow", retry: "never", status };
  if (isRefusal(status, body.codes, text)) return { kind: "refused", retry: "never", status };
  if (isUsedUp(status, body, text)) return failed("never", status);
  const passes = isPassing(status) || (status === 400 && hasCode(body.codes, passingCodes));
  return failed(passes && error.responseHeaders?.["x-should-retry"] !== "false" ? "later" : "never", status);
}

function failed(retry: ModelErrorVerdict["retry"], status: number | null): ModelErrorVerdict {
  return { kind: "failed", retry, status };
}

function hasCode(codes: readonly string[], wanted: ReadonlySet<string>): boolean {
  return codes.some((code) => wanted.has(code));
}

function isOverflow(status: number, codes: readonly string[], text: string): boolean {
  if (hasCode(codes, overflowCodes)) return true;
  if (status === 429) return tooLargeTexts.test(text);
  return (status === 400 || status === 413 || status === 422) && overflowTexts.test(text);
}

function isRefusal(status: number, codes: readonly string[], text: string): boolean {
  return status < 500 && (hasCode(codes, refusalCodes) || (status === 400 && refusalTexts.test(text)));
}

/** A limit that only the operator or the next day lifts. */
function isUsedUp(status: number, { codes, details }: ErrorBody, text: string): boolean {
  if (status === 402 || hasCode(codes, usedUpCodes)) return true;
  if (status !== 429) return false;
  return /PerDay/i.test(JSON.stringify(details)) || usedUpTexts.test(text);
}

function isPassing(status: number): boolean {
  return [408, 409, 425, 429].includes(status) || (status >= 500 && status !== 501 && status !== 505);
}

function isNetworkError(error: Error): boolean {
  return networkCodes.has(String((error as NodeJS.ErrnoException).code));
}

/** Tells a failed DNS lookup, which has a cause, from a refused address. */
function isUnresolved(error: Error): boolean {
  if (error.cause === undefined) return false;
  const { code } = error.cause as NodeJS.ErrnoException;
  return code !== "ENOTFOUND" && code !== "ENODATA";
}
