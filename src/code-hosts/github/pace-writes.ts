const burst = 10;
const refillMs = 1_000;

/**
 * Waits before a write: the first ones of a connection pass at once, later ones once a second, as GitHub asks
 * of clients that write a lot.
 */
export function paceWrites(
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>,
  signal?: AbortSignal,
): () => Promise<void> {
  /** Time at which the bucket is full again. */
  let fullAt = 0;
  return async () => {
    fullAt = Math.max(fullAt, Date.now()) + refillMs;
    const waitMs = fullAt - Date.now() - burst * refillMs;
    if (waitMs > 0) await sleep(waitMs, signal);
  };
}
