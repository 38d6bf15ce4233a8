import { setTimeout as delay } from "node:timers/promises";

/** Time and randomness for retries of model calls; tests replace it. */
export interface ModelClock {
  /** Milliseconds, as from `performance.now()`. */
  now(): number;
  /** From 0 to 1. */
  random(): number;
  /** Rejects if the signal is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: ModelClock = {
  now: () => performance.now(),
  random: () => Math.random(),
  sleep: async (ms, signal) => await delay(ms, undefined, { signal }),
};
