import { ConnectionError, CopydeskError, TimeoutError } from "./errors.ts";

const firstMs = 500;
const longestMs = 8_000;

const passing = new Set([408, 429, 500, 502, 503, 504]);

/** Whether the same call may succeed later without a change. */
export function isPassing(error: unknown): error is CopydeskError {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return true;
  if (!(error instanceof CopydeskError)) return false;
  return error.code === "idempotency_in_flight" || passing.has(error.status ?? 0);
}

/**
 * Returns the wait before the n-th retry, counted from 0: twice as long each time, randomly shortened by up
 * to half, so that clients that failed together do not return together. Never shorter than the service asks
 * for.
 */
export function retryWaitMs(
  { retryAfterSeconds }: Pick<CopydeskError, "retryAfterSeconds">,
  repeat: number,
  baseMs = firstMs,
): number {
  const wholeMs = Math.max(baseMs, Math.min(longestMs, baseMs * 2 ** repeat));
  const chosenMs = wholeMs * (0.5 + Math.random() / 2);
  return retryAfterSeconds === null ? chosenMs : retryAfterSeconds * 1000 + chosenMs / 4;
}
