import { setTimeout as sleep } from "node:timers/promises";
import { admitWaiting } from "../../jobs/lease/admit-waiting.ts";
import { beatWorker } from "../../jobs/lease/beat-worker.ts";
import { findCancelled } from "../../jobs/lease/find-cancelled.ts";
import { registerWorker } from "../../jobs/lease/register-worker.ts";
import { requeueDeadWorkers, restartGraceMs } from "../../jobs/lease/requeue-dead-workers.ts";
import { cancelChannel, queueChannel } from "../../store/channels.ts";
import { listen } from "../../store/listen.ts";
import type { WorkerNews } from "../../store/pulse.ts";
import { refreshPullRequests } from "../feedback/refresh-pull-requests.ts";
import { JobGone } from "../ledger.ts";
import { rebuildPatches } from "../rebuild-patch.ts";
import { pruneOldJobs } from "../upkeep/prune-old-jobs.ts";
import { claimWhileFree, keepBusy, patchDeps, type WorkerDeps } from "./claim-while-free.ts";
import { keepRegistered, letGoOfAll } from "./keep-registered.ts";
import { oneAtATime } from "./one-at-a-time.ts";

import type { WorkerState as State } from "./worker-state.ts";

export interface RunningWorker {
  runningJobs(): string[];
  /**
   * Claims no more; gives running jobs `graceMs` to end, then returns them to the queue without counting a
   * crash.
   */
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
  const chores = workerChores(deps, state, stopped.signal);
  const listeners = listenForWork(deps, state);
  const stopPulse = followPulse(deps, state, chores);
  const sweeping = setInterval(chores.sweep.run, sweepMs);
  await requeue(deps, state);
  claimWhileFree(deps, state);
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
      await chores.collect.idle();
      await Promise.all(listeners.map((listener) => listener.close()));
      await registered;
      await state.registration?.close();
    },
  };
}

function workerChores(deps: WorkerDeps, state: State, stopped: AbortSignal) {
  const report = (what: string) => (error: unknown) => deps.log.warn({ err: error }, what);
  return {
    collect: oneAtATime(() =>
      rebuildPatches(patchDeps(deps, state, stopped), stopped).catch(
        report("could not look for work to collect"),
      ),
    ),
    reviews: oneAtATime(() => lookAtReviews(deps, stopped).catch(report("could not look at pull requests"))),
    admit: oneAtATime(() => admitWaiting(deps).catch(report("waiting jobs"))),
    prune: oneAtATime(() =>
      pruneOldJobs(deps, stopped).catch(report("could not remove what has passed its retention")),
    ),
    deadWorkers: oneAtATime(() => requeue(deps, state)),
    sweep: oneAtATime(() =>
      deps
        .sweep(new Set([...state.running.keys(), ...state.collecting]))
        .catch(report("could not remove what dead workers left")),
    ),
  };
}

function listenForWork(deps: WorkerDeps, state: State) {
  const wake = () => claimWhileFree(deps, state);
  return [
    listen(deps.database, queueChannel, wake, wake),
    listen(
      deps.database,
      cancelChannel,
      (jobId) => abortJob(state, jobId),
      () => abortCancelled(deps, state),
    ),
  ];
}

/** Follows the pulse; returns the functions that end it. */
function followPulse(deps: WorkerDeps, state: State, chores: ReturnType<typeof workerChores>) {
  const { pulse } = deps.database;
  return [
    pulse.watchWorker(
      () => toPulseWorker(deps, state),
      (news, workerId) => hear(deps, state, news, workerId),
    ),
    pulse.onDue("dead_workers", chores.deadWorkers.run),
    pulse.onDue("waiting_jobs", chores.admit.run),
    pulse.onDue("patches", chores.collect.run),
    pulse.onDue("pull_requests", chores.reviews.run),
    pulse.onDue("retention", chores.prune.run),
  ];
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

async function allDone(state: State): Promise<void> {
  while (state.running.size > 0) await Promise.all([...state.running.values()].map(({ done }) => done));
}
