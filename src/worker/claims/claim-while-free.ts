import { claimJob, suspectCrashes } from "../../jobs/lease/claim-job.ts";
import type { Retention } from "../../jobs/prune-jobs.ts";
import { observe } from "../../telemetry/observe.ts";
import type { Watchdog } from "../../watchdog/start-watchdog.ts";
import { JobFailure } from "../failure.ts";
import { JobGone } from "../ledger.ts";
import type { OpenProjectHost } from "../project-host.ts";
import { type PatchDeps, rebuildPatchOf } from "../rebuild-patch.ts";
import type { PruneDeps } from "../upkeep/prune-old-jobs.ts";
import { type ExecuteDeps, executeClaim } from "./execute-claim.ts";
import type { WorkerState as State } from "./worker-state.ts";

export interface WorkerDeps extends Omit<ExecuteDeps, "collectWork">, Pick<PruneDeps, "bucket"> {
  /** Repeats the file operations of a job's log and returns the diff. */
  repeatForPatch: PatchDeps["repeat"];
  /** Number of jobs that run at once. */
  concurrency: number;
  openProjectHost: OpenProjectHost;
  watchdog: Pick<Watchdog, "begin">;
  /**
   * How long ended jobs are kept, unless their project has its own setting; without it nothing is removed.
   */
  retention?: Retention;
  /** Removes what dead workers left on this machine; called with the ids of the jobs that run here. */
  sweep(runningJobIds: ReadonlySet<string>): Promise<void>;
}

/** Claims jobs until there are none or no place is free. If called again meanwhile, it looks once more. */
export function claimWhileFree(deps: WorkerDeps, state: State): void {
  state.wakeAgain = true;
  if (state.busy === null) keepBusy(deps, state, claimAll(deps, state));
}

/** Delays claims until `work` has ended. */
export function keepBusy(deps: WorkerDeps, state: State, work: Promise<void>): void {
  state.busy = work.finally(() => {
    state.busy = null;
    if (state.wakeAgain && !state.beatIsDue) claimWhileFree(deps, state);
  });
}

async function claimAll(deps: WorkerDeps, state: State): Promise<void> {
  try {
    while (state.wakeAgain && !state.beatIsDue) {
      state.wakeAgain = false;
      while (!state.beatIsDue && (await claimOne(deps, state)));
    }
  } catch (error) {
    deps.log.warn({ err: error }, "could not claim a job");
  }
}

async function claimOne(deps: WorkerDeps, state: State): Promise<boolean> {
  const { registration } = state;
  if (state.draining || registration === null || state.running.size >= deps.concurrency) return false;
  const runsSuspect = [...state.running.values()].some(({ crashCount }) => crashCount >= suspectCrashes);
  const job = await observe("claim", {}, async (tell) => {
    const claimed = await claimJob(deps, registration.workerId, { runsSuspect });
    tell({ isClaimed: claimed !== null });
    return claimed;
  });
  if (job === null) return false;
  const stop = new AbortController();
  const collectWork = (jobId: string) => rebuildPatchOf(patchDeps(deps, state, stop.signal), jobId);
  // After a cancel and a message the job may be back before its last turn has released it.
  const before = state.running.get(job.id)?.done ?? Promise.resolve();
  const { id, lease } = job;
  const watched = deps.watchdog.begin({ id, lease, workerId: registration.workerId }, (verdict) =>
    stop.abort(
      verdict.kind === "guilty" ? new JobFailure("check_timeout", verdict.note) : new JobGone("stalled"),
    ),
  );
  const done = before
    .then(() => watched.run(() => executeClaim({ ...deps, collectWork }, job, stop.signal, watched)))
    .finally(() => {
      watched.end();
      if (state.running.get(job.id)?.stop === stop) state.running.delete(job.id);
      claimWhileFree(deps, state);
    });
  state.running.set(job.id, { stop, done, crashCount: job.crashCount });
  if (state.draining) stop.abort(new JobGone("draining"));
  return true;
}

export function patchDeps(deps: WorkerDeps, state: State, stop: AbortSignal): PatchDeps {
  return {
    database: deps.database,
    log: deps.log,
    repeat: (job, events, signal) => deps.repeatForPatch(job, events, AbortSignal.any([signal, stop])),
    hold(jobId) {
      state.collecting.add(jobId);
      return () => state.collecting.delete(jobId);
    },
  };
}
