import { expect, it } from "vitest";
import { createRunWithinTime, mapWithinTime } from "./map-within-time.ts";

const run = createRunWithinTime();

function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it("stops an item that takes too long, and no other", () => {
  const work = (ms: number): number => {
    if (ms === Infinity) for (;;);
    spin(ms);
    return ms;
  };
  expect(mapWithinTime(run, [1, Infinity, 2], 1_000, work)).toEqual([1, undefined, 2]);
});

it("gives each item its own time, whatever the items before it took", () => {
  const slow = Array<number>(24).fill(60);
  const work = (ms: number): number => {
    spin(ms);
    return ms;
  };
  expect(mapWithinTime(run, slow, 1_000, work)).toEqual(slow);
});

it("stops backtracking, and lets errors through", () => {
  expect(mapWithinTime(run, ["a".repeat(40)], 200, (text) => /^(a+)+$/.test(`${text}b`))).toEqual([
    undefined,
  ]);
  const fail = (): never => {
    throw new Error("no");
  };
  expect(() => mapWithinTime(run, [1], 200, fail)).toThrow("no");
});
