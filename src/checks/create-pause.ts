import { setImmediate } from "node:timers/promises";

const stretchMs = 20;
/** Reading the clock costs as much as looking at a page whose facts are all known. */
const callsBetween = 8;

/** Lets other work of the process run about every 20 ms, and throws the signal's reason after an abort. */
export interface Pause {
  isDue(): boolean;
  wait(): Promise<void>;
}

export function createPause(signal?: AbortSignal): Pause {
  let last = performance.now();
  let calls = 0;
  return {
    isDue: () => {
      calls += 1;
      return calls % callsBetween === 0 && performance.now() - last > stretchMs;
    },
    wait: async () => {
      await setImmediate();
      signal?.throwIfAborted();
      last = performance.now();
    },
  };
}
