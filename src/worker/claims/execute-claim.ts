import type { ClaimedJob } from "../../jobs/lease/claim-job.ts";
import { finishJob, type JobResult, keepCancelledWork } from "../../jobs/lease/finish-job.ts";
import { loadMessages, loadTurnEvents, type TurnEvents } from "../../jobs/lease/load-turn-events.ts";
import { releaseJob } from "../../jobs/lease/release-job.ts";
import type { FailedReason } from "../../jobs/record.ts";
import type { Log } from "../../log.ts";
import { ownWords } from "../../outgoing/clean-text.ts";
import type { Gate } from "../../outgoing/create-gate.ts";
import type { Database } from "../../store/database.ts";
import { currentLogFields } from "../../telemetry/current.ts";
import { observe, type Tell } from "../../telemetry/observe.ts";
import type { Origin } from "../../telemetry/origin.ts";
import { accountKey, type CapState, loadCaps } from "../../usage/load-caps.ts";
import type { WatchedJob } from "../../watchdog/start-watchdog.ts";
import { createStoreLedger, JobGone, type JobLedger, type StoreLedger } from "../ledger.ts";
import { whileStoreIsAway } from "./while-store-is-away.ts";

const crashesMax = 6;

/** What a run gets besides the job itself, and where it writes. */
export interface TurnDeps {
  /** Gate that everything leaving the job passes through. */
  gate: Gate;
  ledger: JobLedger;
  events: TurnEvents;
  loadMessages(after: number): Promise<{ seq: number; at: Date; prompt: string }[]>;
  /** Returns what is left of the monthly caps of the project and of the turn's key. */
  loadCaps(): Promise<CapState[]>;
}

export interface ExecuteDeps {
  /**
   * Collects work that an earlier turn has only in the log; returns the patch that the next turn continues
   * from.
   */
  collectWork(jobId: string): Promise<string | null>;
  database: Database;
  log: Log;
  /** Opens a gate that knows the secrets of the instance and of the job's project. */
  openGate(job: ClaimedJob): Promise<Gate>;
  /**
   * Runs the job's steps. Returns a result for every end of the job, including a cancel; throws only
   * `JobGone`.
   */
  run(job: ClaimedJob, turn: TurnDeps, signal: AbortSignal): Promise<JobResult>;
}

/** Takes one claimed job to its end, or gives it back. Never throws. */
export async function executeClaim(
  deps: ExecuteDeps,
  job: ClaimedJob,
  signal: AbortSignal,
  watched: Pick<WatchedJob, "longestStallMs">,
): Promise<void> {
  await currentLogFields.run({ job: job.id }, async () => {
    try {
      await executeNamed(deps, job, signal, watched);
    } catch (error) {
      await letGo(deps, job, error);
    }
  });
}

/** Runs the job with its id, and that of the request that its turn comes from, in every line of the log. */
async function executeNamed(
  deps: ExecuteDeps,
  job: ClaimedJob,
  signal: AbortSignal,
  watched: Pick<WatchedJob, "longestStallMs">,
): Promise<void> {
  const claimedAt = performance.now();
  if (isGivenUp(job)) {
    const about = toObserved(job, { claimedAt, origin: null });
    return await observe("job", about, (tell) => finish(deps, job, givenUpResult(job), watched, tell));
  }
  const gate = await whileStoreIsAway(() => deps.openGate(job), signal);
  const ledger = createStoreLedger({ database: deps.database, gate }, job, signal);
  if (job.patchSeq !== null) job.patch = await whileStoreIsAway(() => deps.collectWork(job.id), signal);
  const events = await whileStoreIsAway(() => loadTurnEvents(deps.database, job), signal);
  const { origin = null } = events;
  const fields = currentLogFields.getStore();
  if (fields !== undefined && origin?.requestId) fields.requestId = origin.requestId;
  await observe("job", toObserved(job, { claimedAt, origin }), async (tell) => {
    const result = await runTurn(deps, job, { gate, ledger, events }, signal);
    await finish(deps, job, result, watched, tell);
  });
}

function toObserved(job: ClaimedJob, own: { claimedAt: number; origin: Origin | null }) {
  const { id: jobId, projectId: project, turn, model, mode, waitedMs = null } = job;
  return { jobId, project, turn, model, mode, waitedMs, ...own };
}

async function finish(
  deps: ExecuteDeps,
  job: ClaimedJob,
  result: JobResult,
  watched: Pick<WatchedJob, "longestStallMs">,
  tell: Tell<"job">,
): Promise<void> {
  const { status, reason } = result;
  if (reason === "cancelled") {
    await whileStoreIsAway(() => keepCancelledWork(deps, job, result));
    return tell({ status, reason, isStored: true });
  }
  const longestStallMs = watched.longestStallMs();
  const stored = await whileStoreIsAway(() => finishJob(deps, job, result, { longestStallMs }));
  tell({ status, reason, isStored: stored });
  deps.log.info({ status, reason, longestStallMs, stored }, stored ? "job ended" : "lease lost");
}

function isGivenUp({ stallNote, crashCount }: ClaimedJob): boolean {
  return stallNote !== null || crashCount >= crashesMax;
}

function givenUpResult(job: ClaimedJob): JobResult {
  if (job.stallNote !== null) return givenUp(job, "check_timeout", job.stallNote);
  const message = `The worker died ${job.crashCount} times while it ran this job, so the job was given up.`;
  return givenUp(job, "worker_crashed_repeatedly", message);
}

async function runTurn(
  deps: ExecuteDeps,
  job: ClaimedJob,
  { gate, ledger, events }: Pick<TurnDeps, "gate" | "events"> & { ledger: StoreLedger },
  signal: AbortSignal,
): Promise<JobResult> {
  const resumes = events.recorded.some(({ kind }) => kind === "started");
  await ledger.record("started", { turn: job.turn, crashCount: job.crashCount, resumes });
  const turn: TurnDeps = {
    gate,
    ledger,
    events,
    loadMessages: (after) => whileStoreIsAway(() => loadMessages(deps.database, job.id, after), signal),
    loadCaps: async () => {
      if (!ledger.hasCaps()) return [];
      const caps = await whileStoreIsAway(() => loadCaps(deps.database.pool, [job]), signal);
      return caps.get(accountKey(job)) ?? [];
    },
  };
  try {
    const result = await deps.run(job, turn, signal);
    // Nothing more is stored after a cancel.
    if (result.reason !== "cancelled") await ledger.flush();
    return result;
  } finally {
    ledger.close();
  }
}

/** Returns the result of a job that ended its workers: it is not run again. */
function givenUp(job: ClaimedJob, reason: FailedReason, message: string): JobResult {
  return {
    status: "failed",
    reason,
    message: ownWords(message),
    title: null,
    pullRequest: null,
    checks: null,
    patch: null,
    usage: job.usage,
  };
}

async function letGo(deps: ExecuteDeps, job: ClaimedJob, error: unknown): Promise<void> {
  const { log } = deps;
  if (error instanceof JobGone && error.why === "lease_lost") {
    log.warn("another worker has taken the job over");
    return;
  }
  // Stopping is not a fault.
  if (error instanceof JobGone && error.why === "draining") log.info("the worker stops: giving the job back");
  else log.warn({ err: error }, "giving the job back");
  const asCrash = error instanceof JobGone && error.why === "stalled";
  await whileStoreIsAway(() => releaseJob(deps, job, { asCrash })).catch((cause: unknown) =>
    log.error({ err: cause }, "could not give the job back; it will be missed at the next heartbeat"),
  );
}
