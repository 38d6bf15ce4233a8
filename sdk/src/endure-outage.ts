import { isPassing, retryWaitMs } from "./retry-wait-ms.ts";
import { sleep } from "./sleep.ts";

export const outageMsDefault = 120_000;

// Even a service that asks for no wait at all is not asked without one.
const shortestMs = 50;

export interface Outage {
  /** There was a sign of life. */
  over(): void;
  /**
   * Waits before the next try. Throws the error when it does not pass by itself, or when the outage is too
   * long.
   */
  endure(error: unknown, signal: AbortSignal | undefined): Promise<void>;
  /** The first wait from now on, as an event stream may ask for. */
  waitFirst(ms: number): void;
}

/** For calls that last: they go on through an outage instead of counting tries. */
export function createOutage(longestMs = outageMsDefault): Outage {
  let since: number | null = null;
  let repeat = 0;
  let baseMs: number | undefined;
  return {
    over() {
      since = null;
      repeat = 0;
    },
    async endure(error, signal) {
      if (signal?.aborted || !isPassing(error)) throw error;
      const now = performance.now();
      since ??= now;
      const waitMs = retryWaitMs(error, repeat, baseMs);
      error.attempts = repeat + 1;
      if (now + waitMs - since > longestMs) throw error;
      repeat += 1;
      await sleep(waitMs, signal);
    },
    waitFirst(ms) {
      baseMs = Math.max(ms, shortestMs);
    },
  };
}
