import { randomUUID } from "node:crypto";
import type { WorkerEventKind } from "../jobs/event-kinds.ts";
import type { EventData } from "../jobs/events.ts";
import { appendEvent, type JobProgress } from "../jobs/lease/append-event.ts";
import { findCancelled } from "../jobs/lease/find-cancelled.ts";
import type { Gate } from "../outgoing/create-gate.ts";
import type { Database } from "../store/database.ts";
import { whileStoreIsAway } from "./while-store-is-away.ts";

/** The patch is masked by the ledger, as the event's data is. */
type LedgerProgress = Omit<JobProgress, "patch"> & { patch?: string };

/** Where a running job writes what happened. An event is stored before its effect is used. */
export interface JobLedger {
  /**
   * Waits while the store is away. Throws `JobGone` when the event could not be stored: the run must end and
   * write nothing more.
   */
  record<K extends WorkerEventKind>(kind: K, data: EventData<K>, progress?: LedgerProgress): Promise<void>;
  /** Number of the newest message of the job, as of the last record. */
  newestMessage(): number;
}

/**
 * This worker must let go of the job: another one owns it, it was cancelled, the store is away, the worker is
 * stopping or has stood still.
 */
export class JobGone extends Error {
  override readonly name = "JobGone";
  readonly why: "lease_lost" | "cancelled" | "store_away" | "draining" | "stalled";

  constructor(why: JobGone["why"], options: { cause?: unknown } = {}) {
    super(`The job is no longer this worker's: ${why}`, options);
    this.why = why;
  }
}

/** Nothing is stored that has not passed the gate. */
export function createStoreLedger(
  { database, gate }: { database: Database; gate: Gate },
  job: { id: string; lease: string },
  signal: AbortSignal,
): JobLedger {
  let newestMessage = 0;
  const isCancelled = async () => (await findCancelled(database, [job.id]).catch(() => [])).length > 0;
  return {
    async record(kind, data, { patch, ...rest } = {}) {
      const token = randomUUID();
      const event = { kind, data: await gate.maskData(data) };
      const progress = { ...rest, ...(patch !== undefined && { patch: await gate.mask(patch) }) };
      const written = await whileStoreIsAway(
        () => appendEvent(database, job, event, { progress, token }),
        signal,
      ).catch((cause: unknown) => {
        throw new JobGone("store_away", { cause });
      });
      if (written === null) throw new JobGone((await isCancelled()) ? "cancelled" : "lease_lost");
      newestMessage = written.messageSeq;
    },
    newestMessage: () => newestMessage,
  };
}
