import { setTimeout as delay } from "node:timers/promises";

/** Time and chance for the retries of model calls; tests have their own. */
export interface ModelClock {
  /** Milliseconds, as `performance.now()`. */
  now(): number;
  /** From 0 to 1. */
  random(): number;
  /** Rejects when the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: ModelClock = {
  now: () => performance.now(),
  random: () => Math.random(),
  sleep: async (ms, signal) => await delay(ms, undefined, { signal }),
};
