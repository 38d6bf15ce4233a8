import { setImmediate } from "node:timers/promises";

/** Short, because slices that wait at the same time run one right after the other. */
const sliceMs = 4;

/** Long work on a text that stops often, each time for a moment at which other work may run. */
export type Sliced<Result> = Generator<undefined, Result, unknown>;

/** How many small steps of a loop are done between two stops. */
export const stepsPerStop = 2_048;

export function runAtOnce<Result>(work: Sliced<Result>): Result {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Lets other work of the process run about every 4 ms, and stops with the signal's reason. */
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
