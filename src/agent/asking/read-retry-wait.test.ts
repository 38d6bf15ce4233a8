import { APICallError } from "ai";
import { expect, it } from "vitest";
import { readRetryWait } from "./read-retry-wait.ts";

const now = new Date("2026-01-01T00:00:00Z");

function error(responseHeaders: Record<string, string>, body: unknown = {}): APICallError {
  return new APICallError({
    ...{ message: "x", url: "http://m.test", requestBodyValues: {}, statusCode: 429 },
    responseHeaders,
    responseBody: JSON.stringify(body),
  });
}

const retryInfo = (retryDelay: unknown) => ({
  error: {
    code: 429,
    message: "x",
    status: "RESOURCE_EXHAUSTED",
    details: [{ "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay }],
  },
});

it.each<[title: string, error: unknown, ms: number | null]>([
  ["seconds", error({ "retry-after": "7" }), 7_000],
  ["parts of seconds", error({ "retry-after": "0.5" }), 500],
  ["milliseconds before seconds", error({ "retry-after": "7", "retry-after-ms": "20" }), 20],
  ["a date", error({ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }), 30_000],
  ["a date that has passed", error({ "retry-after": "Wed, 31 Dec 2025 00:00:00 GMT" }), 0],
  ["Google's delay", error({}, retryInfo("34.5s")), 34_500],
  ["Google's delay in another form", error({}, retryInfo(34)), null],
  ["words", error({ "retry-after": "soon" }), null],
  ["nothing", error({}), null],
  ["another error", new Error("x"), null],
])("reads %s", (_title, given, ms) => {
  expect(readRetryWait(given, now)).toBe(ms);
});
