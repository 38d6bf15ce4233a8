import type { WorkerRegistration } from "../../jobs/lease/register-worker.ts";

interface RunningJob {
  stop: AbortController;
  done: Promise<void>;
  crashCount: number;
}

export interface WorkerState {
  registration: WorkerRegistration | null;
  /** Time at which the worker got its lock, by `performance.now()`. */
  connectedAt: number;
  running: Map<string, RunningJob>;
  /** Ended jobs whose work is being collected. */
  collecting: Set<string>;
  draining: boolean;
  /** A claim or heartbeat under way: each must not change what the other counts as running. */
  busy: Promise<void> | null;
  wakeAgain: boolean;
  beatIsDue: boolean;
}
