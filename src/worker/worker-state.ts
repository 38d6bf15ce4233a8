import type { WorkerRegistration } from "../jobs/lease/register-worker.ts";

interface RunningJob {
  stop: AbortController;
  done: Promise<void>;
  crashCount: number;
}

export interface WorkerState {
  registration: WorkerRegistration | null;
  /** When the worker got its lock, by `performance.now()`. */
  connectedAt: number;
  running: Map<string, RunningJob>;
  /** Jobs that have ended and whose work is being collected. */
  collecting: Set<string>;
  draining: boolean;
  /** Claims or the heartbeat under way: what one counts as running, the other must not change. */
  busy: Promise<void> | null;
  wakeAgain: boolean;
  beatIsDue: boolean;
}
