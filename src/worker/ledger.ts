import type { Database } from "../store/database.ts";
import { appendEvent, type JobProgress } from "../store/worker/append-event.ts";

/** Everything that happens to a job, in order. `docs/glossary.md` explains the kinds. */
export type JobEventKind =
  | "created"
  | "started"
  | "prepared"
  | "baseline"
  | "prompt"
  | "model_answer"
  | "tool_result"
  | "checks"
  | "repair_round"
  | "committed"
  | "pushed"
  | "pull_request"
  | "completed"
  | "failed";

/** Where a running job writes what happened. An event is stored before its effect is used. */
export interface JobLedger {
  /** Throws `JobGone` when the event could not be stored: the run must end and write nothing more. */
  record(kind: JobEventKind, data: Record<string, unknown>, progress?: JobProgress): Promise<void>;
}

/** This worker must let go of the job: another one owns it, the store is away, or the worker is stopping. */
export class JobGone extends Error {
  override readonly name = "JobGone";
  readonly why: "lease_lost" | "store_away" | "draining";

  constructor(why: JobGone["why"], options: { cause?: unknown } = {}) {
    super(`The job is no longer this worker's: ${why}`, options);
    this.why = why;
  }
}

export function createStoreLedger(database: Database, job: { id: string; lease: string }): JobLedger {
  return {
    async record(kind, data, progress) {
      const written = await appendEvent(database, job, { kind, data }, progress).catch((cause: unknown) => {
        throw new JobGone("store_away", { cause });
      });
      if (!written) throw new JobGone("lease_lost");
    },
  };
}
