import { randomUUID } from "node:crypto";
import type { WorkerEventKind } from "../jobs/event-kinds.ts";
import type { EventData } from "../jobs/events.ts";
import { appendEvent, type JobProgress, type NewEvent } from "../jobs/lease/append-event.ts";
import { findCancelled } from "../jobs/lease/find-cancelled.ts";
import type { Gate } from "../outgoing/create-gate.ts";
import type { Database } from "../store/database.ts";
import { whileStoreIsAway } from "./while-store-is-away.ts";

/** The patch is masked by the ledger, as the event's data is. */
type LedgerProgress = Omit<JobProgress, "patch"> & { patch?: string };

/** Where a running job writes what happened, before anything outside of the process rests on it. */
export interface JobLedger {
  /**
   * Waits while the store is away. Throws `JobGone` when the event, or one before it, could not be stored:
   * the run must end and write nothing more.
   */
  record<K extends WorkerEventKind>(kind: K, data: EventData<K>, progress?: LedgerProgress): Promise<void>;
  /** Number of the newest message of the job, as of the last record. */
  newestMessage(): number;
}

export interface StoreLedger extends JobLedger {
  /** Writes what was recorded and is not stored yet. Throws `JobGone`. */
  flush(): Promise<void>;
  /** Nothing more is written. */
  close(): void;
  /** Whether the project or the turn's key has a cap of the month, as of the last record. */
  hasCaps(): boolean;
}

/**
 * This worker must let go of the job: another one owns it, it was cancelled, the store is away, the worker is
 * stopping or has stood still.
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
 * Nothing outside of the process depends on these: a worker that takes over does the same again. They are
 * stored with the next event, so that a step is one statement, or after `laterMs`.
 */
const unhurried: ReadonlySet<WorkerEventKind> = new Set([
  ...(["prepared", "context", "baseline", "tool_result", "citations", "checks"] as const),
]);
const laterMs = 20;

/** Nothing is stored that has not passed the gate. */
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
    // Once a write has failed, so do all after it.
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
