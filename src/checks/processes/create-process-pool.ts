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
  /** After this time a call no longer waits for the process that has its site, but goes elsewhere. */
  patienceMs?: number;
}

interface PoolCall {
  limitMs: number;
  signal?: AbortSignal;
  /** Whether a process has what the call needs already; another one is taken when all that have it are gone or busy for long. */
  isHome?(process: CheckProcess): boolean;
  /** True: in a new process, so that nothing but this call can be what ends it. */
  alone?: boolean;
  /** The call depends on where it runs. */
  makeCall(process: CheckProcess): CheckCall;
}

/** Processes that are started when all others are busy. Each runs one call at a time. */
export interface ProcessPool {
  /** Rejects with the signal's reason; the process then stays busy until the call has ended or is late. */
  run(call: PoolCall): Promise<{ outcome: Outcome; process: CheckProcess }>;
  /** Starts the first process, when there is none: it will be needed soon. */
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

export function createProcessPool(options: PoolOptions): ProcessPool {
  const { processesMax, idleMs = 60_000, patienceMs = 1_000 } = options;
  const slots = new Set<Slot>();
  const waiters = new Set<Waiter>();
  const drop = (slot: Slot): void => {
    clearTimeout(slot.idle);
    slot.process.end();
    slots.delete(slot);
  };
  const start = (): Slot => {
    const slot: Slot = { process: startCheckProcess(options), isBusy: false, idle: undefined };
    slots.add(slot);
    return slot;
  };
  const findSlot = ({ isHome, alone, isPatient }: Waiter): Slot | null => {
    for (const slot of slots) if (!slot.process.isAlive() && !slot.isBusy) drop(slot);
    const all = [...slots];
    const homes = alone ? [] : all.filter(({ process }) => process.isAlive() && isHome(process));
    const home = homes.find((slot) => !slot.isBusy);
    if (home !== undefined) return home;
    if (homes.length > 0 && isPatient) return null;
    const free = all.find((slot) => !slot.isBusy);
    if (free !== undefined && !alone) return free;
    if (free !== undefined && slots.size >= processesMax) drop(free);
    return slots.size < processesMax ? start() : null;
  };
  const serve = (): void => {
    for (const waiter of waiters) {
      const slot = findSlot(waiter);
      if (slot === null) continue;
      slot.isBusy = true;
      clearTimeout(slot.idle);
      waiter.take(slot);
    }
  };
  const rest = (slot: Slot): void => {
    slot.isBusy = false;
    if (!slot.process.isAlive()) drop(slot);
    else slot.idle = setTimeout(() => drop(slot), idleMs).unref();
    serve();
  };
  const takeSlot = (call: PoolCall): Promise<Slot> =>
    new Promise((resolve, reject) => {
      const leave = (): void => {
        clearTimeout(timer);
        call.signal?.removeEventListener("abort", onAbort);
        waiters.delete(waiter);
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
        serve();
      }, patienceMs);
      call.signal?.addEventListener("abort", onAbort, { once: true });
      waiters.add(waiter);
      serve();
    });
  return {
    async run(call) {
      call.signal?.throwIfAborted();
      const slot = await takeSlot(call);
      const ended = slot.process.call(call.makeCall(slot.process), call.limitMs).finally(() => rest(slot));
      const outcome = await unlessAborted(ended, slot.process, call.signal);
      return { outcome, process: slot.process };
    },
    warm() {
      if (slots.size > 0) return;
      const slot = start();
      slot.idle = setTimeout(() => drop(slot), idleMs).unref();
    },
    close() {
      for (const slot of slots) drop(slot);
    },
  };
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
