import { setImmediate } from "node:timers/promises";

/** Short, because slices that wait at the same time run right after one another. */
const sliceMs = 4;

/** Long work on a text that stops often, so that other work may run. */
export type Sliced<Result> = Generator<undefined, Result, unknown>;

/** Number of small loop steps between two stops. */
export const stepsPerStop = 2_048;

export function runAtOnce<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Runs the work in slices, with a turn for other work about every 4 ms; stops with the signal's reason. */
export async function runInSlices<Result>(work: Sliced<Result>, signal?: AbortSignal): Promise<Result> {
  let startedAt = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    if (performance.now() - startedAt < sliceMs) continue;
    await setImmediate();
    signal?.throwIfAborted();
    startedAt = performance.now();
  }
}
