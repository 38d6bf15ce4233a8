import { setTimeout as sleep } from "node:timers/promises";
import { isAppError } from "../errors.ts";
import { guardStore } from "../store/guard-store.ts";

const retryMs = 250;
const retriesMax = 240;

/**
 * Tries again for a minute while the store is away; any other error is thrown at once, and the signal ends
 * the waiting. The work must be one that may be done twice: after a lost answer nobody knows whether it was
 * done.
 */
export async function whileStoreIsAway<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await guardStore(work);
    } catch (error) {
      if (!isAppError(error, "unavailable") || tries >= retriesMax || signal?.aborted) throw error;
      await sleep(retryMs);
    }
  }
}
