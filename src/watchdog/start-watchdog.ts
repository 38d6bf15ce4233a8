import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";
import type { Log } from "../log.ts";
import type { Database } from "../store/database.ts";
import { describeStall, judgeStall } from "./judge-stall.ts";
import {
  beatMs,
  type RunningJob,
  type StallLimits,
  type StallReport,
  shared,
  stallLimits,
  type WatchData,
  type WatchMessage,
} from "./watch-messages.ts";

/** Consequence of a stall for a job that ran during it. */
type StallVerdict = { kind: "guilty"; note: string } | { kind: "suspect" };

export interface WatchedJob {
  /** Runs all of the job's work, so that the watchdog can tell whose work it is. */
  run<T>(work: () => T): T;
  /** Longest time for which the main thread did not answer while the job ran, in milliseconds. */
  longestStallMs(): number;
  end(): void;
}

/**
 * Watches the main thread from another one. After 10 seconds without an answer the job at work fails; if
 * the thread has not recovered after 15, the process is ended, and by then the store knows which job must
 * not run again.
 */
export interface Watchdog {
  begin(job: RunningJob, onStall: (verdict: StallVerdict) => void): WatchedJob;
  /** Longest stall since the watchdog was started. */
  longestStallMs(): number;
  close(): Promise<void>;
}

interface Watched {
  job: RunningJob;
  onStall(verdict: StallVerdict): void;
  longestMs: number;
}

interface WatchdogDeps {
  log: Log;
  /** Null if no jobs run. */
  database: Database | null;
}

export function startWatchdog({ log, database }: WatchdogDeps, limits: StallLimits = stallLimits): Watchdog {
  const memory = new SharedArrayBuffer(shared.length * Int32Array.BYTES_PER_ELEMENT);
  const places = new Int32Array(memory);
  const question = `copydesk.job.${randomUUID()}`;
  const atWork = new AsyncLocalStorage<string>();
  const answers = globalThis as unknown as Record<symbol, (() => string | null) | undefined>;
  answers[Symbol.for(question)] = () => atWork.getStore() ?? null;
  const connection = database === null ? null : database.connection;
  const workerData: WatchData = { memory, question, connection, limits };
  const thread = new Worker(new URL("./watch-main-thread.ts", import.meta.url), {
    workerData,
    // The program's own options may not be valid for a thread.
    execArgv: ["--disable-warning=ExperimentalWarning"],
  });
  thread.unref();
  thread.on("error", (error) => log.error({ err: error }, "nothing watches the main thread any more"));
  const tell = (message: WatchMessage) => thread.postMessage(message);
  const running = new Map<string, Watched>();
  let longestMs = 0;
  let beatenAt = performance.now();
  const beat = (): void => {
    const now = performance.now();
    const late = Math.max(0, Math.round(now - beatenAt - beatMs));
    beatenAt = now;
    // The thread's count leaves out time in which the whole process was suspended.
    const ms = Math.min(late, Atomics.load(places, shared.stallMs) + 2 * beatMs);
    Atomics.add(places, shared.beats, 1);
    longestMs = Math.max(longestMs, ms);
    for (const watched of running.values()) watched.longestMs = Math.max(watched.longestMs, ms);
  };
  const timer = setInterval(beat, beatMs).unref();
  thread.on("message", (report: StallReport) => {
    const jobs = [...running.values()].map(({ job }) => job);
    log.warn(
      { stallMs: report.ms, place: report.place, jobs: jobs.map(({ id }) => id) },
      "the main thread was blocked",
    );
    if (report.ms < limits.failMs) return;
    const { guilty, innocent } = judgeStall(jobs, report);
    for (const { job, onStall } of running.values()) {
      if (job === guilty) onStall({ kind: "guilty", note: describeStall(report.ms) });
      else if (!innocent.includes(job)) onStall({ kind: "suspect" });
    }
  });
  return {
    begin(job, onStall) {
      const watched: Watched = { job, onStall, longestMs: 0 };
      running.set(job.lease, watched);
      tell({ kind: "begin", job });
      return {
        run: (work) => atWork.run(job.lease, work),
        longestStallMs: () => watched.longestMs,
        end() {
          running.delete(job.lease);
          tell({ kind: "end", lease: job.lease });
        },
      };
    },
    longestStallMs: () => longestMs,
    async close() {
      clearInterval(timer);
      delete answers[Symbol.for(question)];
      await thread.terminate();
    },
  };
}
