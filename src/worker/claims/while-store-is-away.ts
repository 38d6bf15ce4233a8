import { setTimeout as sleep } from "node:timers/promises";
import { isAppError } from "../../errors.ts";
import { guardStore } from "../../store/guard-store.ts";

const retryMs = 250;
const retriesMax = 240;

/**
 * Retries for a minute while the store is unavailable; throws any other error at once, and stops at the
 * signal. The work must be safe to repeat: after a lost answer nobody knows whether it was done.
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
