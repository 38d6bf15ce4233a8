import type pg from "pg";

/**
 * Times without an answer after which the main thread is examined, its job fails, and its process is ended.
 */
export interface StallLimits {
  probeMs: number;
  failMs: number;
  endMs: number;
}

export const stallLimits: StallLimits = { probeMs: 2_000, failMs: 10_000, endMs: 15_000 };

export const beatMs = 100;

/** Indexes into the shared memory of both threads. */
export const shared = { beats: 0, stallMs: 1, length: 2 } as const;

/** Start data of the watching thread. */
export interface WatchData {
  memory: SharedArrayBuffer;
  /** Name of the global function that returns the job at work. */
  question: string;
  /** Null if no jobs run. */
  connection: pg.ClientConfig | null;
  limits: StallLimits;
}

export interface RunningJob {
  id: string;
  lease: string;
  workerId: string;
}

/** Message to the watching thread. */
export type WatchMessage = { kind: "begin"; job: RunningJob } | { kind: "end"; lease: string };

/**
 * What the main thread was doing: `lease` is null if no job was at work, undefined if it could not be
 * asked.
 */
export interface Culprit {
  lease: string | null | undefined;
  /** The innermost place in the code, or "an unknown place". */
  place: string;
}

/** Message from the watching thread, read once the main thread answers again. */
export interface StallReport extends Culprit {
  ms: number;
}
