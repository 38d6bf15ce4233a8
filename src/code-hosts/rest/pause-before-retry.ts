export interface RequestFailure {
  /** 0 if there was no answer. An exhausted limit is 429, whatever the host called it. */
  status: number;
  /** Wait that the host asked for. */
  retryAfterMs: number | null;
  /** True if the request did not reach the host. */
  notSent: boolean;
}

const attemptsMax = 5;
export const waitMaxMs = 60_000;

/**
 * Returns the milliseconds until the next attempt. Null means no retry: after the fifth attempt, if the
 * answer would stay the same, if an unrepeatable request may have been carried out, or if the host asks for
 * more than a minute.
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
