import { ConnectionError, CopydeskError, TimeoutError } from "./errors.ts";

const firstMs = 500;
const longestMs = 8_000;

const passing = new Set([408, 429, 500, 502, 503, 504]);

/** Whether the same call can succeed later without being changed. */
export function isPassing(error: unknown): error is CopydeskError {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return true;
  if (!(error instanceof CopydeskError)) return false;
  return error.code === "idempotency_in_flight" || passing.has(error.status ?? 0);
}

/**
 * How long to wait before the call is made again, for the n-th time from 0 on: twice as long each time, by
 * chance up to half of it less, so that clients which failed together do not come back together. Never
 * shorter than the service asks for.
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
