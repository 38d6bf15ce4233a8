import { expect, test } from "vitest";
import { createCallLimit } from "./create-call-limit.ts";

test("a caller above the limit waits for the end of the minute, and others do not", () => {
  let now = 1_000;
  const limit = createCallLimit(3, () => now);
  expect([1, 2, 3].map(() => limit("a"))).toEqual([null, null, null]);
  now += 20_000;
  expect(limit("a")).toBe(40);
  expect(limit("b")).toBeNull();
  now += 40_000;
  expect(limit("a")).toBeNull();
});

test("forgets the oldest callers first to make room", () => {
  const limit = createCallLimit(1, () => 0);
  limit("first");
  expect(limit("first")).toBe(60);
  for (let n = 0; n < 10_000; n += 1) limit(`caller ${n}`);
  expect(limit("caller 9999")).toBe(60);
  expect(limit("first")).toBeNull();
});
