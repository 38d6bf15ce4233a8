import { setImmediate } from "node:timers/promises";

const stretchMs = 20;

/** Lets other work of the process run about every 20 ms, and stops with the signal's reason. */
export interface Pause {
  isDue(): boolean;
  wait(): Promise<void>;
}

export function createPause(signal?: AbortSignal): Pause {
  let last = performance.now();
  return {
    isDue: () => performance.now() - last > stretchMs,
    wait: async () => {
      await setImmediate();
      signal?.throwIfAborted();
      last = performance.now();
    },
  };
}
