import { APICallError, InvalidResponseDataError } from "ai";
import { describe, expect, it } from "vitest";
import { AppError } from "../../errors.ts";
import { judgeModelError } from "./judge-model-error.ts";
import { ModelTimeout } from "./model-timeout.ts";

function answered(statusCode: number, body: unknown = {}, responseHeaders = {}): APICallError {
  const responseBody = typeof body === "string" ? body : JSON.stringify(body);
  const url = "http://m.test";
  return new APICallError({
    ...{ message: "x", url, requestBodyValues: {}, statusCode, responseBody, responseHeaders },
  });
}

function broken(code: string, statusCode?: number): APICallError {
  const cause = new TypeError("terminated", { cause: Object.assign(new Error("gone"), { code }) });
  return new APICallError({ message: "x", url: "http://m.test", requestBodyValues: {}, statusCode, cause });
}

/** The SDK passes the parsed answer in place of a text. */
function inAnswer(code: string): APICallError {
  const body = { error: { code, message: "no" } } as unknown as string;
  return new APICallError({
    ...{ message: "no", url: "http://m.test", requestBodyValues: {}, statusCode: 400, responseBody: body },
  });
}

const openai = (code: string, message = "no") => ({
  error: { message, type: "invalid_request_error", code },
});
const anthropic = (type: string, message = "no") => ({ type: "error", error: { type, message } });
const google = (code: number, status: string, message = "no", details: unknown[] = []) => ({
  error: { code, status, message, details },
});
const quota = (quotaId: string) => ({
  "@type": "type.googleapis.com/google.rpc.QuotaFailure",
  violations: [{ quotaId }],
});
const unresolved = (code?: string) =>
  new AppError("url_not_allowed", "m.test could not be resolved", {
    cause: Object.assign(new Error("lookup"), { code }),
  });

const table: [title: string, error: unknown, kind: string, retry: string][] = [
  ...[408, 409, 425, 429, 500, 502, 503, 504, 520, 529].map(
    (status) =>
      [`status ${status}`, answered(status), "failed", "later"] as [string, unknown, string, string],
  ),
  ...[400, 401, 403, 404, 413, 422, 501].map(
    (status) =>
      [`status ${status}`, answered(status), "failed", "never"] as [string, unknown, string, string],
  ),
  ["a provider that says not to", answered(500, {}, { "x-should-retry": "false" }), "failed", "never"],
  ["OpenAI's quota used up", answered(429, openai("insufficient_quota")), "failed", "never"],
  ["OpenAI's rate limit", answered(429, openai("rate_limit_exceeded")), "failed", "later"],
  ["Anthropic's billing", answered(402, anthropic("billing_error")), "failed", "never"],
  ["Anthropic overloaded", answered(529, anthropic("overloaded_error")), "failed", "later"],
  [
    "Google's quota of the day",
    answered(
      429,
      google(
        429,
        "RESOURCE_EXHAUSTED",
        "You exceeded your current quota, please check your plan and billing",
        [quota("GenerateRequestsPerDayPerProjectPerModel-FreeTier")],
      ),
    ),
    "failed",
    "never",
  ],
  [
    "Google's quota of the minute",
    answered(
      429,
      google(
        429,
        "RESOURCE_EXHAUSTED",
        "You exceeded your current quota, please check your plan and billing",
        [quota("GenerateRequestsPerMinutePerProjectPerModel-FreeTier")],
      ),
    ),
    "failed",
    "later",
  ],
  ["a gateway's credits used up", answered(429, { error: "Insufficient credits" }), "failed", "never"],
  ["OpenAI's full window", answered(400, openai("context_length_exceeded")), "context_overflow", "never"],
  [
    "Anthropic's full window",
    answered(400, anthropic("invalid_request_error", "prompt is too long: 214315 tokens > 200000 maximum")),
    "context_overflow",
    "never",
  ],
  ["Anthropic's full request", answered(413, anthropic("request_too_large")), "context_overflow", "never"],
  [
    "Google's full window",
    answered(
      400,
      google(
        400,
        "INVALID_ARGUMENT",
        "The input token count (1100000) exceeds the maximum number of tokens allowed (1048576).",
      ),
    ),
    "context_overflow",
    "never",
  ],
  [
    "vLLM's full window",
    answered(400, {
      object: "error",
      message: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens",
      code: 400,
    }),
    "context_overflow",
    "never",
  ],
  [
    "llama.cpp's full window",
    answered(400, { error: { code: 400, type: "exceed_context_size_error", message: "too much" } }),
    "context_overflow",
    "never",
  ],
  [
    "a rate limit below the size of the request",
    answered(429, openai("rate_limit_exceeded", "Request too large for gpt-x: Limit 30000, Requested 42000")),
    "context_overflow",
    "never",
  ],
  [
    "a rate limit that speaks of the window",
    answered(429, { error: "slow down: long context window" }),
    "failed",
    "later",
  ],
  ["OpenAI's flagged prompt", answered(400, openai("invalid_prompt")), "refused", "never"],
  ["a filter before the model", answered(400, openai("content_filter")), "refused", "never"],
  [
    "Anthropic's filter",
    answered(400, anthropic("invalid_request_error", "Output blocked by content filtering policy")),
    "refused",
    "never",
  ],
  ["a failure inside OpenAI's answer", inAnswer("server_error"), "failed", "later"],
  ["a bad request inside OpenAI's answer", inAnswer("invalid_image"), "failed", "never"],
  ["a refused connection", broken("ECONNREFUSED"), "failed", "later"],
  ["a resolver that is busy", broken("EAI_AGAIN"), "failed", "later"],
  ["a name that does not exist", broken("ENOTFOUND"), "failed", "never"],
  ["a certificate that is not valid", broken("CERT_HAS_EXPIRED"), "failed", "never"],
  ["an answer that was cut off", broken("UND_ERR_SOCKET", 200), "failed", "later"],
  ["an answer that is not JSON", answered(200, "<html>"), "failed", "unreadable"],
  [
    "an answer without choices",
    new InvalidResponseDataError({ data: null, message: "x" }),
    "failed",
    "unreadable",
  ],
  [
    "a gateway's error after 200",
    answered(200, { error: { code: 502, message: "upstream" } }),
    "failed",
    "later",
  ],
  [
    "a gateway's bad key after 200",
    answered(200, { error: { code: 401, message: "key" } }),
    "failed",
    "never",
  ],
  ["silence", new ModelTimeout(1), "failed", "later"],
  ["an address that is refused", new AppError("url_not_allowed", "private"), "failed", "never"],
  ["a lookup that failed for now", unresolved("EAI_AGAIN"), "failed", "later"],
  ["a lookup that took too long", unresolved(), "failed", "later"],
  ["a lookup of a name that is not there", unresolved("ENOTFOUND"), "failed", "never"],
  ["anything else", new TypeError("odd"), "failed", "never"],
];

describe("judgeModelError", () => {
  it.each(table)("takes %s", (_title, error, kind, retry) => {
    expect(judgeModelError(error)).toMatchObject({ kind, retry });
  });
});
