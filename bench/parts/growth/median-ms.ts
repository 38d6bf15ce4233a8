import { quantile } from "../quantile.ts";

/**
 * Returns the median milliseconds of a number of calls, one after another; a tenth as many run first,
 * unmeasured.
 */
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
