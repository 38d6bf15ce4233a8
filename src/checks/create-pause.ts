import { setImmediate } from "node:timers/promises";

const stretchMs = 20;
/** Asking for the time costs as much as looking at a page of which everything is known. */
const callsBetween = 8;

/** Lets other work of the process run about every 20 ms, and stops with the signal's reason. */
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
