import { expect, test } from "vitest";
import { ProblemError } from "./problem-error.ts";
import { repeatEvery } from "./repeat-every.ts";

const after = (error: Error | null) => repeatEvery(3_000)({ state: { error } });

test("a request that was refused for what it contains is not repeated", () => {
  expect(after(new ProblemError({ code: "invalid_request" }, 400))).toBe(false);
  expect(after(new ProblemError({ code: "invalid_request" }, 422))).toBe(false);
});

test.each([
  ["a response", null],
  ["no response", new TypeError("fetch failed")],
  ["too many requests", new ProblemError({ code: "rate_limited" }, 429)],
  ["an outage", new ProblemError({ code: "unavailable" }, 503)],
])("a request is repeated after %s", (_, error) => {
  expect(after(error)).toBe(3_000);
});

test("a request without an interval is never repeated", () => {
  expect(repeatEvery(undefined)({ state: { error: null } })).toBe(false);
});
