import { describeModelError } from "../describe-model-error.ts";
import { judgeModelError, type ModelErrorVerdict } from "./judge-model-error.ts";
import { type ModelClock, systemClock } from "./model-clock.ts";
import { ModelTimeout } from "./model-timeout.ts";
import { readRetryWait } from "./read-retry-wait.ts";

const attemptsMax = 12;
const attemptsMaxWithoutDeadline = 8;
const unreadableMax = 3;
const attemptMsDefault = 10 * 60_000;
const firstWaitMs = 1_000;
const drawnWaitMsMax = 60_000;
const waitMsMaxWithoutDeadline = 10 * 60_000;

export interface RetryOptions {
  signal: AbortSignal;
  /** No wait extends past this time, by `performance.now()`. */
  deadline?: number;
  /** Time limit of one attempt. Default: 10 minutes. */
  attemptMs?: number;
  clock?: ModelClock;
  /** Awaited before the wait begins. */
  onRetry?(info: { attempt: number; status: number | null; message: string; waitMs: number }): unknown;
}

type RetryResult<T> =
  | { value: T; attempts: number }
  | { failure: unknown; verdict: ModelErrorVerdict; attempts: number };

/**
 * Retries until an attempt succeeds or another would be pointless. Waits as long as the provider asks, else a
 * random, growing time. Throws only the reason of the abort.
 */
export async function retryModelCall<T>(
  options: RetryOptions,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<RetryResult<T>> {
  const { signal, onRetry, clock = systemClock } = options;
  let unreadable = 0;
  for (let attempts = 1; ; attempts += 1) {
    const outcome = await tryOnce(options, attempt);
    if ("value" in outcome) return { value: outcome.value, attempts };
    const { failure } = outcome;
    const verdict = judgeModelError(failure);
    if (verdict.retry === "unreadable") unreadable += 1;
    const waitMs = Math.ceil(readRetryWait(failure, new Date()) ?? drawWait(attempts, clock));
    if (verdict.retry === "never" || unreadable >= unreadableMax || isSpent(options, attempts, waitMs)) {
      return { failure, verdict, attempts };
    }
    await onRetry?.({
      attempt: attempts,
      status: verdict.status,
      message: describeModelError(failure, attempts),
      waitMs,
    });
    await clock.sleep(waitMs, signal).catch(() => {});
    signal.throwIfAborted();
  }
}

/** Full jitter: workers that were refused together do not return together. */
function drawWait(attempts: number, clock: ModelClock): number {
  return clock.random() * Math.min(drawnWaitMsMax, firstWaitMs * 2 ** (attempts - 1));
}

function isSpent({ deadline, clock = systemClock }: RetryOptions, attempts: number, waitMs: number): boolean {
  if (deadline === undefined || !Number.isFinite(deadline)) {
    return attempts >= attemptsMaxWithoutDeadline || waitMs > waitMsMaxWithoutDeadline;
  }
  return attempts >= attemptsMax || clock.now() + waitMs > deadline;
}

async function tryOnce<T>(
  { signal, attemptMs = attemptMsDefault }: RetryOptions,
  attempt: (signal: AbortSignal) => Promise<T>,
): Promise<{ value: T } | { failure: unknown }> {
  signal.throwIfAborted();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new ModelTimeout(attemptMs)), attemptMs);
  try {
    return { value: await attempt(AbortSignal.any([signal, late.signal])) };
  } catch (error) {
    signal.throwIfAborted();
    return { failure: late.signal.aborted ? late.signal.reason : error };
  } finally {
    clearTimeout(timer);
  }
}
