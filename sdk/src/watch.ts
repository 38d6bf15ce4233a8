// Timers of more than 2^31 - 1 ms would fire at once.
const longestMs = 2_147_483_647;

export interface Watch {
  /** Aborted with the caller's signal, or when the last allowed time has passed. */
  signal: AbortSignal;
  /** Restarts the time limit. */
  allow(ms: number): void;
  pause(): void;
  /** Removes the timer and the listener. */
  close(): void;
}

/**
 * Combines AbortSignal.any and AbortSignal.timeout; the first is missing in Node 20.0, the second cannot be
 * cancelled.
 */
export function createWatch(signal: AbortSignal | undefined, toReason: () => unknown): Watch {
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = () => controller.abort(signal?.reason);
  if (signal?.aborted) follow();
  else signal?.addEventListener("abort", follow, { once: true });
  return {
    signal: controller.signal,
    allow(ms) {
      clearTimeout(timer);
      timer = setTimeout(() => controller.abort(toReason()), Math.min(ms, longestMs));
    },
    pause: () => clearTimeout(timer),
    close() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", follow);
    },
  };
}

/** Does the work within the time limit. Throws what the work throws, or the reason of its signal. */
export async function within<T>(
  { signal, ms, toReason }: { signal: AbortSignal | undefined; ms: number; toReason: () => unknown },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const watch = createWatch(signal, toReason);
  if (ms !== Number.POSITIVE_INFINITY) watch.allow(ms);
  try {
    watch.signal.throwIfAborted();
    return await work(watch.signal);
  } catch (error) {
    throw watch.signal.aborted ? watch.signal.reason : error;
  } finally {
    watch.close();
  }
}
