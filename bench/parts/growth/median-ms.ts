import { quantile } from "../quantile.ts";

/** Median milliseconds of so many calls, one after the other; a tenth of them more come first, unmeasured. */
export async function medianMs(count: number, call: () => Promise<unknown>): Promise<number> {
  for (let n = 0; n < count / 10; n += 1) await call();
  const times: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const began = performance.now();
    await call();
    times.push(performance.now() - began);
  }
  return quantile(times, 0.5);
}
