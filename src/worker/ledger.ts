import { randomUUID } from "node:crypto";
import type { WorkerEventKind } from "../jobs/event-kinds.ts";
import type { EventData } from "../jobs/events.ts";
import { appendEvent, type JobProgress, type NewEvent } from "../jobs/lease/append-event.ts";
import { findCancelled } from "../jobs/lease/find-cancelled.ts";
import type { Gate } from "../outgoing/create-gate.ts";
import type { Database } from "../store/database.ts";
import { whileStoreIsAway } from "./claims/while-store-is-away.ts";

/** The ledger masks the patch, like the event's data. */
type LedgerProgress = Omit<JobProgress, "patch"> & { patch?: string };

/** Where a running job records what happened, before anything outside of the process relies on it. */
export interface JobLedger {
  /**
   * Records an event; waits while the store is unavailable. Throws `JobGone` if this event or an earlier
   * one could not be stored: the run must end and write nothing more.
   */
  record<K extends WorkerEventKind>(kind: K, data: EventData<K>, progress?: LedgerProgress): Promise<void>;
  /** Number of the job's latest message, as of the last record. */
  newestMessage(): number;
}

export interface StoreLedger extends JobLedger {
  /** Writes what was recorded and is not stored yet. Throws `JobGone`. */
  flush(): Promise<void>;
  /** Stops all further writes. */
  close(): void;
  /** Whether the project or the turn's key has a monthly cap, as of the last record. */
  hasCaps(): boolean;
}

/**
 * This worker must release the job: another one owns it, it was cancelled, the store is unavailable, or the
 * worker is stopping or has stalled.
 */
export class JobGone extends Error {
  override readonly name = "JobGone";
  readonly why: "lease_lost" | "cancelled" | "store_away" | "draining" | "stalled";

  constructor(why: JobGone["why"], options: { cause?: unknown } = {}) {
    super(`The job no longer belongs to this worker: ${why}`, options);
    this.why = why;
  }
}

/**
 * Kinds that nothing outside of the process depends on: a worker that takes over repeats them. They are
 * stored with the next event, so that a step is one statement, or after `laterMs`.
 */
const unhurried: ReadonlySet<WorkerEventKind> = new Set([
  ...(["started", "prepared", "context", "baseline", "tool_result", "citations", "checks"] as const),
]);
const laterMs = 50;

/** Creates a ledger in the store; everything passes the gate first. */
export function createStoreLedger(
  { database, gate }: { database: Database; gate: Gate },
  job: { id: string; lease: string },
  signal: AbortSignal,
): StoreLedger {
  let waiting: { events: NewEvent[]; progress: JobProgress } = { events: [], progress: {} };
  let written = { messageSeq: 0, hasCaps: true };
  let last: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  async function write(): Promise<void> {
    const { events, progress } = waiting;
    if (events.length === 0) return;
    waiting = { events: [], progress: {} };
    const token = randomUUID();
    const appended = await whileStoreIsAway(
      () => appendEvent(database, job, events, { progress, token }),
      signal,
    ).catch((cause: unknown) => {
      throw new JobGone("store_away", { cause });
    });
    if (appended === null) throw new JobGone((await isCancelled()) ? "cancelled" : "lease_lost");
    written = appended;
  }

  async function isCancelled(): Promise<boolean> {
    return (await findCancelled(database, [job.id]).catch(() => [])).length > 0;
  }

  function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    // Once a write has failed, all later ones fail too.
    last = last.then(write);
    last.catch(() => undefined);
    return last;
  }

  return {
    async record(kind, data, { patch, ...rest } = {}) {
      const event = { kind, data: await gate.maskData(data) };
      const progress = { ...rest, ...(patch !== undefined && { patch: await gate.mask(patch) }) };
      waiting.events.push(event);
      Object.assign(waiting.progress, progress);
      if (!unhurried.has(kind)) return await flush();
      timer ??= setTimeout(flush, laterMs);
    },
    flush,
    close() {
      clearTimeout(timer);
      waiting = { events: [], progress: {} };
    },
    newestMessage: () => written.messageSeq,
    hasCaps: () => written.hasCaps,
  };
}
