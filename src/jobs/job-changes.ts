import type { Notifications } from "../store/notifications.ts";

/**
 * Notified with the job's id in the transaction that adds an event to a job or changes its record (triggers
 * of 0018).
 */
const jobChannel = "copydesk_job";
/** Notified if the job's status changes (0030). */
const statusChannel = "copydesk_job_status";

const pulseMs = 500;
/** Interval of polling while no connection listens. */
const lookMs = 1_000;

export interface JobChanges {
  /**
   * Calls `onChange` at each change of the job, and when one may have been missed, until the returned
   * function is called.
   */
  subscribe(jobId: string, onChange: () => void): () => void;
  /**
   * Resolves at the next change of the job (only of its status with `ofStatus`), after `ms`, or when aborted.
   * The wait is registered before this returns.
   */
  next(jobId: string, options: { ms: number; ofStatus?: boolean; signal: AbortSignal }): Promise<void>;
  isClosed(): boolean;
  /** Wakes all waiting callers. */
  close(): void;
}

/**
 * Passes the store's notifications on to callers that wait in this process. While there are any, the
 * connection is checked twice a second.
 */
export function createJobChanges(notifications: Notifications): JobChanges {
  /** Callbacks by channel and job. */
  const waiting = new Map<string, Set<() => void>>();
  let pulse: NodeJS.Timeout | null = null;
  let lookedAt = 0;
  let closed = false;
  for (const channel of [jobChannel, statusChannel])
    notifications.subscribe(channel, { onPayload: (jobId) => wake(`${channel} ${jobId}`), onGap: wakeAll });

  function wake(place: string): void {
    for (const onChange of waiting.get(place) ?? []) onChange();
  }

  function wakeAll(): void {
    lookedAt = performance.now();
    for (const place of waiting.keys()) wake(place);
  }

  async function beat(): Promise<void> {
    if (!(await confirmSoon(notifications)) && performance.now() - lookedAt >= lookMs) wakeAll();
  }

  function subscribe(place: string, onChange: () => void): () => void {
    notifications.open();
    pulse ??= setInterval(() => void beat(), pulseMs);
    const wakers = waiting.get(place) ?? new Set();
    waiting.set(place, wakers);
    wakers.add(onChange);
    return () => {
      wakers.delete(onChange);
      if (wakers.size === 0 && waiting.get(place) === wakers) waiting.delete(place);
      if (waiting.size > 0 || pulse === null) return;
      clearInterval(pulse);
      pulse = null;
    };
  }

  return {
    subscribe: (jobId, onChange) => subscribe(`${jobChannel} ${jobId}`, onChange),
    next(jobId, { ms, ofStatus = false, signal }) {
      if (closed || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const stop = subscribe(`${ofStatus ? statusChannel : jobChannel} ${jobId}`, done);
        const timer = setTimeout(done, ms);
        function done(): void {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          stop();
          resolve();
        }
        signal.addEventListener("abort", done);
      });
    },
    isClosed: () => closed,
    close() {
      closed = true;
      wakeAll();
    },
  };
}

/** Returns false also if there is no response within the pulse. */
async function confirmSoon(notifications: Notifications): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), pulseMs);
  const isConfirmed = await Promise.race([notifications.confirm(), promise]);
  clearTimeout(timer);
  return isConfirmed;
}
