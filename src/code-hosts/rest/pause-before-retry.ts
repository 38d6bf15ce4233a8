export interface RequestFailure {
  /** 0: there was no answer. A limit that is used up is 429, whatever the host called it. */
  status: number;
  /** What the host asked for. */
  retryAfterMs: number | null;
  /** The request did not reach the host. */
  notSent: boolean;
}

const attemptsMax = 5;
export const waitMaxMs = 60_000;

/**
 * Milliseconds until the next attempt; null when there is to be none: after the fifth, after an answer that
 * will stay the same, after one that leaves open whether a request was done that may not be done twice, and
 * when the host asks for more than a minute.
 */
export function pauseBeforeRetry(
  failure: RequestFailure,
  { attempt, repeatable }: { attempt: number; repeatable: boolean },
): number | null {
  const { status, retryAfterMs, notSent } = failure;
  const isTemporary =
    status === 429 || notSent || (repeatable && (status === 0 || status === 408 || status >= 500));
  if (!isTemporary || status === 501 || attempt >= attemptsMax) return null;
  if (retryAfterMs !== null) return retryAfterMs <= waitMaxMs ? retryAfterMs : null;
  return 2 ** attempt * 250 * (0.5 + Math.random());
}
