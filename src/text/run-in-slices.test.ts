import { expect, it } from "vitest";
import { runInSlices, type Sliced } from "./run-in-slices.ts";

function* busy(steps: number): Sliced<string> {
  for (let step = 0; step < steps; step++) {
    const end = performance.now() + 2;
    while (performance.now() < end);
    yield;
  }
  return "done";
}

it("lets other work run during long work", async () => {
  let others = 0;
  const timer = setInterval(() => {
    others++;
  }, 1);
  expect(await runInSlices(busy(60))).toBe("done");
  clearInterval(timer);
  expect(others).toBeGreaterThan(2);
});

it("stops with the signal's reason", async () => {
  const reason = new Error("cancelled");
  const controller = new AbortController();
  setImmediate(() => controller.abort(reason));
  await expect(runInSlices(busy(10_000), controller.signal)).rejects.toBe(reason);
});
