import { setTimeout as sleep } from "node:timers/promises";
import { listen } from "../store/listen.ts";
import { queueChannel } from "../store/queue/queue.ts";
import { claimJob } from "../store/worker/claim-job.ts";
import { registerWorker, type WorkerRegistration } from "../store/worker/register-worker.ts";
import { requeueDeadWorkers } from "../store/worker/requeue-dead-workers.ts";
import { touchJobs } from "../store/worker/touch-jobs.ts";
import { type ExecuteDeps, executeClaim } from "./execute-claim.ts";
import { JobGone } from "./ledger.ts";

export interface WorkerDeps extends ExecuteDeps {
  /** How many jobs run at once. */
  concurrency: number;
  /** Puts away what dead workers left on this machine; called with the ids of the jobs that run here. */
  sweep(runningJobIds: ReadonlySet<string>): Promise<void>;
}

export interface RunningWorker {
  /** No new claims; running jobs get `graceMs` to end, then go back to the queue without a crash counted. */
  stop(graceMs: number): Promise<void>;
}

const pollMs = 1_000;
const deadWorkersMs = 500;
const heartbeatMs = 2_500;
const sweepMs = 30_000;
const reconnectMs = 500;

interface State {
  registration: WorkerRegistration | null;
  running: Map<
    string,
    { stop: AbortController; done: Promise<void>; attempt: { id: string; retryCount: number } }
  >;
  draining: boolean;
  claiming: boolean;
  wakeAgain: boolean;
}

/** Claims and runs jobs until stopped: woken by NOTIFY, and once a second in case a notification was lost. */
export async function startWorker(deps: WorkerDeps): Promise<RunningWorker> {
  const state: State = {
    registration: null,
    running: new Map(),
    draining: false,
    claiming: false,
    wakeAgain: false,
  };
  state.registration = await registerWorker(deps.database);
  const stopped = new AbortController();
  const registered = keepRegistered(deps, state, stopped.signal);
  const wake = () => void claimWhileFree(deps, state);
  const listener = await listen(deps.database, queueChannel, wake, wake);
  const timers = [
    every(pollMs, wake),
    every(deadWorkersMs, () => requeue(deps, state)),
    every(heartbeatMs, () => beat(deps, state)),
    every(sweepMs, () => deps.sweep(new Set(state.running.keys()))),
  ];
  await requeue(deps, state);
  wake();
  return {
    async stop(graceMs) {
      state.draining = true;
      await Promise.race([allDone(state), sleep(graceMs, undefined, { ref: false })]);
      for (const { stop } of state.running.values()) stop.abort(new JobGone("draining"));
      await allDone(state);
      for (const timer of timers) clearInterval(timer);
      stopped.abort();
      await listener.close();
      await registered;
      await state.registration?.close();
    },
  };
}

async function claimWhileFree(deps: WorkerDeps, state: State): Promise<void> {
  state.wakeAgain = true;
  if (state.claiming) return;
  state.claiming = true;
  try {
    while (state.wakeAgain) {
      state.wakeAgain = false;
      while (await claimOne(deps, state));
    }
  } catch (error) {
    deps.log.warn({ err: error }, "could not claim a job");
  } finally {
    state.claiming = false;
  }
}

async function claimOne(deps: WorkerDeps, state: State): Promise<boolean> {
  const { registration } = state;
  if (state.draining || registration === null || state.running.size >= deps.concurrency) return false;
  const job = await claimJob(deps, registration.workerId);
  if (job === null) return false;
  const stop = new AbortController();
  const done = executeClaim(deps, job, stop.signal).finally(() => {
    state.running.delete(job.id);
    void claimWhileFree(deps, state);
  });
  state.running.set(job.id, { stop, done, attempt: job.attempt });
  if (state.draining) stop.abort(new JobGone("draining"));
  return true;
}

/** When the connection with the lock is lost, others take this worker for dead: let go of every job and begin anew. */
async function keepRegistered(deps: WorkerDeps, state: State, stopped: AbortSignal): Promise<void> {
  const stop = new Promise<void>((resolve) =>
    stopped.addEventListener("abort", () => resolve(), { once: true }),
  );
  while (!stopped.aborted) {
    await Promise.race([state.registration?.lost, stop]);
    if (stopped.aborted) return;
    deps.log.warn("lost the worker's lock; its jobs go back to the queue");
    state.registration = null;
    for (const { stop: abort } of state.running.values()) abort.abort(new JobGone("store_away"));
    while (state.registration === null && !stopped.aborted) {
      await sleep(reconnectMs);
      state.registration = await registerWorker(deps.database).catch(() => null);
    }
    void claimWhileFree(deps, state);
  }
}

async function requeue(deps: WorkerDeps, state: State): Promise<void> {
  if (state.registration === null) return;
  const jobs = await requeueDeadWorkers(deps, state.registration.workerId).catch(() => []);
  if (jobs.length > 0) deps.log.warn({ jobs }, "a worker died; its jobs are queued again");
}

async function beat(deps: WorkerDeps, state: State): Promise<void> {
  const attempts = [...state.running.values()].map(({ attempt }) => attempt);
  await touchJobs(deps, attempts).catch((error: unknown) => deps.log.warn({ err: error }, "heartbeat"));
}

async function allDone(state: State): Promise<void> {
  while (state.running.size > 0) await Promise.all([...state.running.values()].map(({ done }) => done));
}

/** Like setInterval, but a slow run is never overtaken by the next. */
function every(ms: number, work: () => unknown): NodeJS.Timeout {
  let busy = false;
  return setInterval(async () => {
    if (busy) return;
    busy = true;
    await Promise.resolve(work()).catch(() => undefined);
    busy = false;
  }, ms);
}
