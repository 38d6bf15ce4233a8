import { setTimeout as sleep } from "node:timers/promises";
import { cancelChannel, queueChannel } from "../store/channels.ts";
import type { Retention } from "../store/jobs/prune-jobs.ts";
import { listen } from "../store/listen.ts";
import type { WorkerNews } from "../store/pulse.ts";
import { admitWaiting } from "../store/worker/admit-waiting.ts";
import { beatWorker } from "../store/worker/beat-worker.ts";
import { claimJob, suspectCrashes } from "../store/worker/claim-job.ts";
import { findCancelled } from "../store/worker/find-cancelled.ts";
import { registerWorker } from "../store/worker/register-worker.ts";
import { requeueDeadWorkers, restartGraceMs } from "../store/worker/requeue-dead-workers.ts";
import type { Watchdog } from "../watchdog/start-watchdog.ts";
import { type ExecuteDeps, executeClaim } from "./execute-claim.ts";
import { JobFailure } from "./failure.ts";
import { keepRegistered, letGoOfAll } from "./keep-registered.ts";
import { JobGone } from "./ledger.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import type { OpenProjectHost } from "./project-host.ts";
import { pruneOldJobs } from "./prune-old-jobs.ts";
import { type PatchDeps, rebuildPatches, rebuildPatchOf } from "./rebuild-patch.ts";
import { refreshPullRequests } from "./refresh-pull-requests.ts";

import type { WorkerState as State } from "./worker-state.ts";

interface WorkerDeps extends Omit<ExecuteDeps, "collectWork"> {
  /** Repeats the file operations of a job's log and answers the diff. */
  repeatForPatch: PatchDeps["repeat"];
  /** How many jobs run at once. */
  concurrency: number;
  openProjectHost: OpenProjectHost;
  watchdog: Pick<Watchdog, "begin">;
  /** How long ended jobs are kept, where their project says nothing else; nothing is removed when not given. */
  retention?: Retention;
  /** Puts away what dead workers left on this machine; called with the ids of the jobs that run here. */
  sweep(runningJobIds: ReadonlySet<string>): Promise<void>;
}

export interface RunningWorker {
  runningJobs(): string[];
  /** No new claims; running jobs get `graceMs` to end, then go back to the queue without a crash counted. */
  stop(graceMs: number): Promise<void>;
}

const sweepMs = 30_000;

/** Claims and runs jobs until stopped: woken by NOTIFY, and by the pulse in case a notification was lost. */
export async function startWorker(deps: WorkerDeps): Promise<RunningWorker> {
  const state: State = {
    registration: null,
    connectedAt: 0,
    running: new Map(),
    collecting: new Set(),
    draining: false,
    busy: null,
    wakeAgain: false,
    beatIsDue: false,
  };
  state.registration = await registerWorker(deps.database);
  state.connectedAt = performance.now();
  const stopped = new AbortController();
  const registered = keepRegistered(deps, state, {
    stopped: stopped.signal,
    onBack: () => claimWhileFree(deps, state),
  });
  const wake = () => claimWhileFree(deps, state);
  const report = (what: string) => (error: unknown) => deps.log.warn({ err: error }, what);
  const collect = oneAtATime(() =>
    rebuildPatches(patchDeps(deps, state, stopped.signal), stopped.signal).catch(
      report("could not look for work to collect"),
    ),
  );
  const reviews = oneAtATime(() =>
    lookAtReviews(deps, stopped.signal).catch(report("could not look at pull requests")),
  );
  const admit = oneAtATime(() => admitWaiting(deps).catch(report("waiting jobs")));
  const prune = oneAtATime(() =>
    pruneOldJobs(deps, stopped.signal).catch(report("could not remove what is kept no longer")),
  );
  const deadWorkers = oneAtATime(() => requeue(deps, state));
  const sweep = oneAtATime(() =>
    deps
      .sweep(new Set([...state.running.keys(), ...state.collecting]))
      .catch(report("could not put away what dead workers left")),
  );
  const listeners = [
    listen(deps.database, queueChannel, wake, wake),
    listen(
      deps.database,
      cancelChannel,
      (jobId) => abortJob(state, jobId),
      () => abortCancelled(deps, state),
    ),
  ];
  const { pulse } = deps.database;
  const stopPulse = [
    pulse.watchWorker(
      () => toPulseWorker(deps, state),
      (news, workerId) => hear(deps, state, news, workerId),
    ),
    pulse.onDue("dead_workers", deadWorkers.run),
    pulse.onDue("waiting_jobs", admit.run),
    pulse.onDue("patches", collect.run),
    pulse.onDue("pull_requests", reviews.run),
    pulse.onDue("retention", prune.run),
  ];
  const sweeping = setInterval(sweep.run, sweepMs);
  await requeue(deps, state);
  wake();
  return {
    runningJobs: () => [...state.running.keys()],
    async stop(graceMs) {
      state.draining = true;
      await Promise.race([allDone(state), sleep(graceMs, undefined, { ref: false })]);
      for (const { stop } of state.running.values()) stop.abort(new JobGone("draining"));
      await allDone(state);
      clearInterval(sweeping);
      for (const stop of stopPulse) stop();
      stopped.abort();
      await collect.idle();
      await Promise.all(listeners.map((listener) => listener.close()));
      await registered;
      await state.registration?.close();
    },
  };
}

function claimWhileFree(deps: WorkerDeps, state: State): void {
  state.wakeAgain = true;
  if (state.busy === null) keepBusy(deps, state, claimAll(deps, state));
}

function keepBusy(deps: WorkerDeps, state: State, work: Promise<void>): void {
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
  const job = await claimJob(deps, registration.workerId, { runsSuspect });
  if (job === null) return false;
  const stop = new AbortController();
  const collectWork = (jobId: string) => rebuildPatchOf(patchDeps(deps, state, stop.signal), jobId);
  // After a cancel and a message the job can be here again before its last turn has let go.
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

async function lookAtReviews(deps: WorkerDeps, stopped: AbortSignal): Promise<void> {
  const { waitingProjects } = await admitWaiting(deps);
  while (!stopped.aborted && (await refreshPullRequests(deps, waitingProjects)).isMore);
}

function abortJob(state: State, jobId: string): void {
  state.running.get(jobId)?.stop.abort(new JobGone("cancelled"));
}

async function abortCancelled(deps: WorkerDeps, state: State): Promise<void> {
  if (state.running.size === 0) return;
  const cancelled = await findCancelled(deps.database, [...state.running.keys()]).catch(() => []);
  for (const jobId of cancelled) abortJob(state, jobId);
}

async function requeue(deps: WorkerDeps, state: State): Promise<void> {
  if (state.registration === null) return;
  const { workerId } = state.registration;
  const connectedMs = performance.now() - state.connectedAt;
  const jobs = await requeueDeadWorkers(deps, { workerId, connectedMs }).catch(() => []);
  if (jobs.length > 0) deps.log.warn({ jobs }, "a worker died; its jobs are queued again");
}

function toPulseWorker(deps: WorkerDeps, { registration, running, draining, connectedAt }: State) {
  if (registration === null) return null;
  return {
    workerId: registration.workerId,
    running: [...running.keys()],
    wantsJob: !draining && running.size < deps.concurrency,
    isSettled: performance.now() - connectedAt >= restartGraceMs,
  };
}

function hear(deps: WorkerDeps, state: State, news: WorkerNews, workerId: string): void {
  if (workerId !== state.registration?.workerId) return;
  for (const jobId of news.cancelled) abortJob(state, jobId);
  if (!news.isListed || news.hasStrays) void beat(deps, state);
  else if (news.canClaim) claimWhileFree(deps, state);
}

async function beat(deps: WorkerDeps, state: State): Promise<void> {
  if (state.beatIsDue) return;
  state.beatIsDue = true;
  while (state.busy !== null) await state.busy;
  state.beatIsDue = false;
  keepBusy(deps, state, beatOnce(deps, state));
  state.wakeAgain = true;
  await state.busy;
}

async function beatOnce(deps: WorkerDeps, state: State): Promise<void> {
  const { registration } = state;
  if (registration === null) return;
  try {
    const isListed = await beatWorker(deps, registration.workerId, [...state.running.keys()]);
    if (isListed || registration !== state.registration) return;
    letGoOfAll(deps, state);
    await registration.close();
  } catch (error) {
    deps.log.warn({ err: error }, "heartbeat");
  }
}

function patchDeps(deps: WorkerDeps, state: State, stop: AbortSignal): PatchDeps {
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

async function allDone(state: State): Promise<void> {
  while (state.running.size > 0) await Promise.all([...state.running.values()].map(({ done }) => done));
}
