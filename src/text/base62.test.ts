import { expect, test } from "vitest";
import { randomBase62, toBase62 } from "./base62.ts";

test.each([
  [0, 6, "000000"],
  [61, 1, "z"],
  [62, 2, "10"],
  [2 ** 32 - 1, 6, "4gfFC3"],
])("%d in %d characters is %s", (value, length, text) => {
  expect(toBase62(value, length)).toBe(text);
});

test("random text has the requested length and uses all 62 characters about equally often", () => {
  const text = Array.from({ length: 620 }, () => randomBase62(100)).join("");
  expect(text).toMatch(/^[0-9A-Za-z]{62000}$/);
  const counts = [...Map.groupBy(text, (character) => character).values()].map((group) => group.length);
  expect(counts).toHaveLength(62);
  // 1,000 each; seven standard deviations are 220.
  expect(Math.min(...counts)).toBeGreaterThan(780);
  expect(Math.max(...counts)).toBeLessThan(1_220);
});
