import { setTimeout as sleep } from "node:timers/promises";
import { registerWorker } from "../../jobs/lease/register-worker.ts";
import type { Log } from "../../log.ts";
import type { Database } from "../../store/database.ts";
import { JobGone } from "../ledger.ts";
import type { WorkerState } from "./worker-state.ts";

interface RegistrationDeps {
  database: Database;
  log: Log;
}

const reconnectMs = 500;

/**
 * Keeps the worker registered. While the connection with the lock is lost, others may declare it dead: it
 * takes the lock again, or, if they were quicker, releases its jobs and registers again.
 */
export async function keepRegistered(
  deps: RegistrationDeps,
  state: WorkerState,
  { stopped, onBack }: { stopped: AbortSignal; onBack(): void },
): Promise<void> {
  const stop = new Promise<void>((resolve) =>
    stopped.addEventListener("abort", () => resolve(), { once: true }),
  );
  while (!stopped.aborted) {
    await Promise.race([state.registration?.lost(), stop]);
    if (stopped.aborted) return;
    deps.log.warn("lost the worker's lock");
    while (!stopped.aborted && !(await regainLock(deps, state))) await sleep(reconnectMs);
    onBack();
  }
}

async function regainLock(deps: RegistrationDeps, state: WorkerState): Promise<boolean> {
  try {
    const { registration } = state;
    if (registration === null || !(await registration.resume())) {
      if (registration !== null) letGoOfAll(deps, state);
      await registration?.close();
      state.registration = await registerWorker(deps.database);
    }
    state.connectedAt = performance.now();
    return true;
  } catch {
    return false;
  }
}

/** Stops all jobs: others have them, and nothing may be written for them any more. */
export function letGoOfAll(deps: RegistrationDeps, state: WorkerState): void {
  deps.log.warn("other workers consider this worker dead; its jobs go back to the queue");
  state.registration = null;
  for (const { stop } of state.running.values()) stop.abort(new JobGone("lease_lost"));
}
