import { expect, test } from "vitest";
import { batchCalls, batchLoads } from "./batch-calls.ts";

test("calls made at the same time share one run, in order", async () => {
  const runs: number[][] = [];
  const double = batchCalls(
    async (inputs: number[]) => {
      runs.push(inputs);
      return inputs.map((input) => input * 2);
    },
    { maxBatch: 10, maxInFlight: 1 },
  );
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
  expect(runs).toEqual([[1, 2, 3]]);
});

test("no run is larger than maxBatch and no more than maxInFlight run at once", async () => {
  let running = 0;
  let most = 0;
  const sizes: number[] = [];
  const call = batchCalls(
    async (inputs: number[]) => {
      running += 1;
      most = Math.max(most, running);
      sizes.push(inputs.length);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running -= 1;
      return inputs;
    },
    { maxBatch: 4, maxInFlight: 2 },
  );
  expect(await Promise.all(Array.from({ length: 21 }, (_, index) => call(index)))).toHaveLength(21);
  expect(most).toBe(2);
  expect(Math.max(...sizes)).toBe(4);
});

test("a run that throws rejects its own callers and nobody else", async () => {
  const call = batchCalls(
    async (inputs: number[]) => {
      if (inputs.includes(2)) throw new Error("two");
      return inputs;
    },
    { maxBatch: 1, maxInFlight: 1 },
  );
  const results = await Promise.allSettled([1, 2, 3].map(call));
  expect(results.map((result) => result.status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("a key that several ask for is loaded once; a missing one is undefined", async () => {
  const loads: string[][] = [];
  const load = batchLoads(
    async (keys) => {
      loads.push(keys);
      return new Map([["a", 1]]);
    },
    { maxBatch: 10, maxInFlight: 1 },
  );
  expect(await Promise.all(["a", "b", "a"].map(load))).toEqual([1, undefined, 1]);
  expect(loads).toEqual([["a", "b"]]);
});
