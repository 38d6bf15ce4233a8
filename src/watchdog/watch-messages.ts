import type pg from "pg";

/**
 * After how long a main thread that does not answer is looked at, has failed its job, and is ended with its
 * process.
 */
export interface StallLimits {
  probeMs: number;
  failMs: number;
  endMs: number;
}

export const stallLimits: StallLimits = { probeMs: 2_000, failMs: 10_000, endMs: 15_000 };

export const beatMs = 100;

/** Places in the shared memory of both threads. */
export const shared = { beats: 0, stallMs: 1, length: 2 } as const;

/** What the watching thread starts with. */
export interface WatchData {
  memory: SharedArrayBuffer;
  /** Name of the global function that tells which job is at work. */
  question: string;
  /** Null where no jobs run. */
  connection: pg.ClientConfig | null;
  limits: StallLimits;
}

export interface RunningJob {
  id: string;
  lease: string;
  workerId: string;
}

/** To the watching thread. */
export type WatchMessage = { kind: "begin"; job: RunningJob } | { kind: "end"; lease: string };

/**
 * What the main thread was doing: `lease` is null when no job was at work, undefined when it could not be
 * asked.
 */
export interface Culprit {
  lease: string | null | undefined;
  /** The innermost place in the code, or "an unknown place". */
  place: string;
}

/** From the watching thread, once the main thread can hear it again. */
export interface StallReport extends Culprit {
  ms: number;
}
