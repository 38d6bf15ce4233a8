import type { CheckCall } from "./call-types.ts";
import {
  type CheckProcess,
  type Outcome,
  type ProcessOptions,
  startCheckProcess,
} from "./start-check-process.ts";

interface PoolOptions extends ProcessOptions {
  processesMax: number;
  /** A process ends after this time without work. */
  idleMs?: number;
  /** After this time a call no longer waits for the process that has its site, but uses another one. */
  patienceMs?: number;
}

interface PoolCall {
  limitMs: number;
  signal?: AbortSignal;
  /**
   * Whether a process already has what the call needs; another one is used if all that have it are gone or
   * busy for long.
   */
  isHome?(process: CheckProcess): boolean;
  /** If true, runs in a new process, so that only this call can end it. */
  alone?: boolean;
  /** Makes the call, which depends on the process that it runs in. */
  makeCall(process: CheckProcess): CheckCall;
}

/** Processes that are started if all others are busy. Each runs one call at a time. */
export interface ProcessPool {
  /**
   * Rejects with the signal's reason; the process then stays busy until the call ends or reaches its limit.
   */
  run(call: PoolCall): Promise<{ outcome: Outcome; process: CheckProcess }>;
  /** Starts the first process, if there is none, because it will be needed soon. */
  warm(): void;
  close(): void;
}

interface Slot {
  process: CheckProcess;
  isBusy: boolean;
  idle: NodeJS.Timeout | undefined;
}

interface Waiter {
  isHome(process: CheckProcess): boolean;
  alone: boolean;
  isPatient: boolean;
  take(slot: Slot): void;
}

interface Pool {
  options: PoolOptions & { idleMs: number; patienceMs: number };
  slots: Set<Slot>;
  waiters: Set<Waiter>;
}

export function createProcessPool(options: PoolOptions): ProcessPool {
  const pool: Pool = {
    options: { ...options, idleMs: options.idleMs ?? 60_000, patienceMs: options.patienceMs ?? 1_000 },
    slots: new Set(),
    waiters: new Set(),
  };
  return {
    async run(call) {
      call.signal?.throwIfAborted();
      const slot = await takeSlot(pool, call);
      const ended = slot.process
        .call(call.makeCall(slot.process), call.limitMs)
        .finally(() => giveBack(pool, slot));
      const outcome = await unlessAborted(ended, slot.process, call.signal);
      return { outcome, process: slot.process };
    },
    warm() {
      if (pool.slots.size > 0) return;
      endWhenIdle(pool, start(pool));
    },
    close() {
      for (const slot of pool.slots) drop(pool, slot);
    },
  };
}

function start({ slots, options }: Pool): Slot {
  const slot: Slot = { process: startCheckProcess(options), isBusy: false, idle: undefined };
  slots.add(slot);
  return slot;
}

function drop({ slots }: Pool, slot: Slot): void {
  clearTimeout(slot.idle);
  slot.process.end();
  slots.delete(slot);
}

function endWhenIdle(pool: Pool, slot: Slot): void {
  slot.idle = setTimeout(() => drop(pool, slot), pool.options.idleMs).unref();
}

function takeSlot(pool: Pool, call: PoolCall): Promise<Slot> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer);
      call.signal?.removeEventListener("abort", onAbort);
      pool.waiters.delete(waiter);
    };
    const waiter: Waiter = {
      isHome: call.isHome ?? (() => false),
      alone: call.alone ?? false,
      isPatient: true,
      take(slot) {
        leave();
        resolve(slot);
      },
    };
    const onAbort = (): void => {
      leave();
      reject(call.signal?.reason);
    };
    const timer = setTimeout(() => {
      waiter.isPatient = false;
      serve(pool);
    }, pool.options.patienceMs);
    call.signal?.addEventListener("abort", onAbort, { once: true });
    pool.waiters.add(waiter);
    serve(pool);
  });
}

function giveBack(pool: Pool, slot: Slot): void {
  slot.isBusy = false;
  if (slot.process.isAlive()) endWhenIdle(pool, slot);
  else drop(pool, slot);
  serve(pool);
}

function serve(pool: Pool): void {
  for (const waiter of pool.waiters) {
    const slot = findSlot(pool, waiter);
    if (slot === null) continue;
    slot.isBusy = true;
    clearTimeout(slot.idle);
    waiter.take(slot);
  }
}

function findSlot(pool: Pool, { isHome, alone, isPatient }: Waiter): Slot | null {
  const { slots, options } = pool;
  for (const slot of slots) if (!slot.process.isAlive() && !slot.isBusy) drop(pool, slot);
  const all = [...slots];
  const homes = alone ? [] : all.filter(({ process }) => process.isAlive() && isHome(process));
  const home = homes.find((slot) => !slot.isBusy);
  if (home !== undefined) return home;
  if (homes.length > 0 && isPatient) return null;
  const free = all.find((slot) => !slot.isBusy);
  if (free !== undefined && !alone) return free;
  if (free !== undefined && slots.size >= options.processesMax) drop(pool, free);
  return slots.size < options.processesMax ? start(pool) : null;
}

function unlessAborted<T>(
  ended: Promise<T>,
  process: CheckProcess,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal === undefined) return ended;
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      process.stopCall();
      reject(signal.reason);
    };
    signal.addEventListener("abort", onAbort, { once: true });
    ended.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
    if (signal.aborted) onAbort();
  });
}
