import type { Database } from "../store/database.ts";
import { type Listener, listen } from "../store/listen.ts";

/** Sent, with the job's id, in the transaction that changes a job's status. */
export const jobChannel = "copydesk_job";

export interface JobChanges {
  /** Resolves at the next change of the job (registered before this returns), after `ms`, or when aborted. */
  next(jobId: string, ms: number, signal: AbortSignal): Promise<void>;
  isClosed(): boolean;
  /** Wakes everybody who waits and stops listening. */
  close(): Promise<void>;
}

/** One listening connection for all who wait in this process, opened when the first one does. */
export function createJobChanges(database: Pick<Database, "session">): JobChanges {
  const waiting = new Map<string, Set<() => void>>();
  let listener: Listener | null = null;
  let closed = false;

  function wake(jobId: string): void {
    for (const resolve of waiting.get(jobId) ?? []) resolve();
  }

  function wakeAll(): void {
    for (const jobId of waiting.keys()) wake(jobId);
  }

  return {
    next(jobId, ms, signal) {
      if (closed || signal.aborted) return Promise.resolve();
      listener ??= listen(database, jobChannel, wake, wakeAll);
      return new Promise((resolve) => {
        const wakers = waiting.get(jobId) ?? new Set();
        waiting.set(jobId, wakers);
        const timer = setTimeout(done, ms);
        function done(): void {
          clearTimeout(timer);
          signal.removeEventListener("abort", done);
          wakers.delete(done);
          if (wakers.size === 0 && waiting.get(jobId) === wakers) waiting.delete(jobId);
          resolve();
        }
        wakers.add(done);
        signal.addEventListener("abort", done);
      });
    },
    isClosed: () => closed,
    async close() {
      closed = true;
      wakeAll();
      await listener?.close();
    },
  };
}
