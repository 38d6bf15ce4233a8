import { expect, test } from "vitest";
import { niceTicks } from "./nice-ticks.ts";

test.each([
  [0, true, [0, 1]],
  [1, true, [0, 1]],
  [3, true, [0, 1, 2, 3]],
  [17, true, [0, 5, 10, 15, 20]],
  [0.21, false, [0, 0.1, 0.2, 0.3]],
  [6, false, [0, 2, 4, 6]],
  [1_000, true, [0, 250, 500, 750, 1_000]],
])("up to %j, whole: %j", (max, isWhole, ticks) => {
  const found = niceTicks(max, { isWhole });
  expect(found).toHaveLength(ticks.length);
  for (const [index, tick] of ticks.entries()) expect(found[index]).toBeCloseTo(tick);
});

test.each([0.003, 0.7, 9, 41, 99, 12_345])("four steps reach %j", (max) => {
  const ticks = niceTicks(max, { isWhole: false });
  expect(ticks.length).toBeLessThanOrEqual(5);
  expect(ticks.at(-1)).toBeGreaterThanOrEqual(max);
  expect(ticks.at(-2)).toBeLessThan(max);
});
