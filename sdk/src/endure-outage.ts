import { isPassing, retryWaitMs } from "./retry-wait-ms.ts";
import { sleep } from "./sleep.ts";

export const outageMsDefault = 120_000;

// Minimum wait, even if the service asks for none.
const shortestMs = 50;

export interface Outage {
  /** Ends the outage after a sign of life. */
  over(): void;
  /** Waits before the next attempt. Throws the error if it is not temporary, or if the outage is too long. */
  endure(error: unknown, signal: AbortSignal | undefined): Promise<void>;
  /** Sets the first wait from now on, as an event stream may request. */
  waitFirst(ms: number): void;
}

/** For long-lasting calls: they continue through an outage instead of counting attempts. */
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
