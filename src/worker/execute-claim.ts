import { setTimeout as sleep } from "node:timers/promises";
import { noUsage } from "../jobs/record.ts";
import type { Log } from "../log.ts";
import type { Database } from "../store/database.ts";
import type { Queue } from "../store/queue/queue.ts";
import type { ClaimedJob } from "../store/worker/claim-job.ts";
import { finishJob, type JobResult } from "../store/worker/finish-job.ts";
import { releaseJob } from "../store/worker/release-job.ts";
import { createStoreLedger, JobGone, type JobLedger } from "./ledger.ts";

export const crashesMax = 6;

const storeRetryMs = 500;
const storeRetriesMax = 120;

export interface ExecuteDeps {
  database: Database;
  queue: Queue;
  log: Log;
  /** Runs the job's steps. Answers a result for every end of the job; throws only `JobGone`. */
  run(job: ClaimedJob, ledger: JobLedger, signal: AbortSignal): Promise<JobResult>;
}

/** Takes one claimed job to its end, or gives it back. Never throws. */
export async function executeClaim(deps: ExecuteDeps, job: ClaimedJob, signal: AbortSignal): Promise<void> {
  const log = deps.log.child({ job: job.id });
  try {
    const result = await resultOf(deps, job, signal);
    const stored = await whileStoreIsAway(() => finishJob(deps, job, result));
    log.info({ status: result.status, reason: result.reason, stored }, stored ? "job ended" : "lease lost");
  } catch (error) {
    await letGo(deps, job, error, log);
  }
}

async function resultOf(deps: ExecuteDeps, job: ClaimedJob, signal: AbortSignal): Promise<JobResult> {
  if (job.crashCount >= crashesMax) return crashedRepeatedly(job);
  const ledger = createStoreLedger(deps.database, job);
  await ledger.record("started", { crashCount: job.crashCount });
  return await deps.run(job, ledger, signal);
}

function crashedRepeatedly(job: ClaimedJob): JobResult {
  return {
    status: "failed",
    reason: "worker_crashed_repeatedly",
    message: `The worker died ${job.crashCount} times while it ran this job, so the job was given up.`,
    title: null,
    pullRequest: null,
    checks: null,
    patch: null,
    usage: noUsage,
  };
}

async function letGo(deps: ExecuteDeps, job: ClaimedJob, error: unknown, log: Log): Promise<void> {
  if (error instanceof JobGone && error.why === "lease_lost") {
    log.warn("another worker has taken the job over");
    return;
  }
  log.warn({ err: error }, "giving the job back");
  await whileStoreIsAway(() => releaseJob(deps, job)).catch((cause: unknown) =>
    log.error({ err: cause }, "could not give the job back; its heartbeat will run out"),
  );
}

/** Both calls are fenced by the lease, so doing one again after a lost answer changes nothing. */
async function whileStoreIsAway<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (tries >= storeRetriesMax) throw error;
      await sleep(storeRetryMs);
    }
  }
}
