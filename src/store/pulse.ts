import type pg from "pg";
import type { Session } from "./session.ts";

/** Work for all workers, done by whichever of them asks first; `chores` has the intervals. */
export type Chore =
  | "dead_workers"
  | "waiting_jobs"
  | "patches"
  | "feedback"
  | "pull_requests"
  | "branch_deletions"
  | "deliveries"
  | "retention"
  | "triggers"
  | "trigger_sources"
  | "slack"
  | "pull_request_care";

/** The current state of a worker. */
export interface PulseWorker {
  workerId: string;
  running: readonly string[];
  wantsJob: boolean;
  /** True if it has held its lock long enough for all others to have theirs by now. */
  isSettled: boolean;
}

export interface WorkerNews {
  /** False if others have declared the worker dead. */
  isListed: boolean;
  /** True if the store assigns jobs to the worker that it does not run. */
  hasStrays: boolean;
  canClaim: boolean;
  /** Running jobs that were cancelled. */
  cancelled: string[];
}

/** One statement a second for everything that a process polls, however many of its parts ask. */
export interface Pulse {
  /**
   * Calls `work` if the chore is due and it is this process's turn, until the returned function is called.
   */
  onDue(chore: Chore, work: () => void): () => void;
  /** Renews the worker's heartbeat and reports its news. `state` returns null while it is not registered. */
  watchWorker(
    state: () => PulseWorker | null,
    onNews: (news: WorkerNews, workerId: string) => void,
  ): () => void;
}

interface Watched {
  state(): PulseWorker | null;
  onNews(news: WorkerNews, workerId: string): void;
}

const beat = `
  select is_listed as "isListed", has_strays as "hasStrays", can_claim as "canClaim", cancelled, due
  from pulse($1, $2::text[], $3, $4, $5::text[])`;

type Answer = WorkerNews & { due: Chore[] };

// Each process waits slightly more or less than a second, so that it is not always the same one that asks
// first.
const everyMs = 1_000;
const spreadMs = 300;

interface PulseState {
  pool: pg.Pool;
  session: Session;
  chores: Map<Chore, Set<() => void>>;
  workers: Set<Watched>;
  timer: NodeJS.Timeout | undefined;
  isAsking: boolean;
}

export function createPulse({ pool, session }: { pool: pg.Pool; session: Session }): Pulse {
  const pulse: PulseState = {
    ...{ pool, session },
    chores: new Map(),
    workers: new Set(),
    timer: undefined,
    isAsking: false,
  };
  const { chores, workers } = pulse;
  return {
    onDue(chore, work) {
      const works = chores.get(chore) ?? new Set();
      chores.set(chore, works.add(work));
      startOrStop(pulse);
      return () => {
        works.delete(work);
        if (works.size === 0 && chores.get(chore) === works) chores.delete(chore);
        startOrStop(pulse);
      };
    },
    watchWorker(state, onNews) {
      const watched = { state, onNews };
      workers.add(watched);
      startOrStop(pulse);
      return () => {
        workers.delete(watched);
        startOrStop(pulse);
      };
    },
  };
}

function startOrStop(pulse: PulseState): void {
  if (pulse.isAsking) return;
  const isNeeded = pulse.workers.size > 0 || pulse.chores.size > 0;
  if (!isNeeded) {
    clearTimeout(pulse.timer);
    pulse.timer = undefined;
  } else pulse.timer ??= setTimeout(tick, everyMs + (Math.random() - 0.5) * spreadMs, pulse);
}

async function tick(pulse: PulseState): Promise<void> {
  pulse.isAsking = true;
  // The store is unavailable: the next tick asks again.
  await ask(pulse).catch(() => undefined);
  pulse.isAsking = false;
  pulse.timer = undefined;
  startOrStop(pulse);
}

async function ask(pulse: PulseState): Promise<void> {
  const present = [...pulse.workers].flatMap((worker) => {
    const state = worker.state();
    return state === null ? [] : [{ worker, state }];
  });
  // There is one worker per process, except in tests.
  const [first, ...others] = present;
  await askFor(pulse, first, [...pulse.chores.keys()]);
  for (const other of others) await askFor(pulse, other, []);
}

async function askFor(
  pulse: PulseState,
  asked: { worker: Watched; state: PulseWorker } | undefined,
  wanted: Chore[],
): Promise<void> {
  if (asked === undefined && wanted.length === 0) return;
  const { workerId = null, running = [], wantsJob = false, isSettled = false } = asked?.state ?? {};
  const values = [workerId, running, wantsJob, isSettled, wanted];
  const [answer] = await run(pulse, values);
  if (answer === undefined) return;
  const { due, ...news } = answer;
  if (workerId !== null) asked?.worker.onNews(news, workerId);
  for (const chore of due) for (const work of pulse.chores.get(chore) ?? []) work();
}

async function run({ pool, session }: PulseState, values: unknown[]): Promise<Answer[]> {
  const connection = session.current();
  if (connection !== null) return await connection.query<Answer>(beat, values);
  return (await pool.query<Answer>(beat, values)).rows;
}
