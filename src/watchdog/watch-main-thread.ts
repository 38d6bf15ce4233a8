import { writeSync } from "node:fs";
import inspector from "node:inspector";
import { parentPort, workerData } from "node:worker_threads";
import { describeStall, judgeStall } from "./judge-stall.ts";
import type { StallStore } from "./mark-stalled-job.ts";
import {
  beatMs,
  type Culprit,
  type RunningJob,
  type StallReport,
  shared,
  type WatchData,
  type WatchMessage,
} from "./watch-messages.ts";

/**
 * A thread that checks whether the main thread still answers. It counts only its own running time, so that
 * suspending the whole process or machine is not a stall.
 */
const { memory, question, connection, limits } = workerData as WatchData;
const places = new Int32Array(memory);
const jobs = new Map<string, RunningJob>();
const unknown: Culprit = { lease: undefined, place: "an unknown place" };
let stall = { ms: 0, culprit: unknown, isAsked: false, isFailed: false, isEnding: false };
let store: Promise<StallStore> | null = null;
let lastBeats = 0;
let lastTick = performance.now();
let beatenAt = 0;

parentPort?.on("message", (message: WatchMessage) => {
  if (message.kind === "begin") jobs.set(message.job.lease, message.job);
  else jobs.delete(message.lease);
});

setInterval(() => {
  const now = performance.now();
  const passed = Math.min(now - lastTick, 2 * beatMs);
  lastTick = now;
  const beats = Atomics.load(places, shared.beats);
  if (beats !== lastBeats) endStall();
  else stall.ms += passed;
  lastBeats = beats;
  Atomics.store(places, shared.stallMs, Math.round(stall.ms));
  if (stall.ms >= limits.probeMs) void actOnStall().catch(() => undefined);
}, beatMs);

function endStall(): void {
  if (stall.ms >= limits.probeMs && !stall.isFailed) report();
  stall = { ms: 0, culprit: unknown, isAsked: false, isFailed: false, isEnding: false };
}

function report(): void {
  parentPort?.postMessage({ ms: Math.round(stall.ms), ...stall.culprit } satisfies StallReport);
}

async function actOnStall(): Promise<void> {
  // Somebody is debugging the process.
  if (inspector.url() !== undefined) return;
  if (!stall.isAsked) {
    stall.isAsked = true;
    askMainThread();
  }
  if (stall.ms >= limits.endMs && !stall.isEnding) {
    stall.isEnding = true;
    setTimeout(endProcess, limits.endMs - limits.failMs);
    await settleJobs().finally(endProcess);
  } else if (stall.ms >= limits.failMs && !stall.isFailed) {
    stall.isFailed = true;
    // The report waits for the main thread's first turn, which comes before the job can end.
    report();
    await markJob();
  }
  if (jobs.size > 0 && stall.ms - beatenAt >= 1_000) {
    beatenAt = stall.ms;
    await (await openStore())?.beat([...new Set([...jobs.values()].map(({ workerId }) => workerId))]);
  }
  if (stall.ms < beatenAt) beatenAt = 0;
}

/**
 * Asks the main thread what it is doing: V8 answers in the middle of anything, including backtracking, and
 * in its context.
 */
function askMainThread(): void {
  const asked = stall;
  const session = new inspector.Session();
  session.connectToMainThread();
  const expression = `JSON.stringify({ lease: globalThis[Symbol.for(${JSON.stringify(question)})](), stack: new Error().stack })`;
  session.post("Runtime.evaluate", { expression, returnByValue: true }, (error, answer) => {
    session.disconnect();
    if (error !== null || typeof answer?.result?.value !== "string") return;
    const { lease, stack } = JSON.parse(answer.result.value) as { lease: string | null; stack: string };
    asked.culprit = { lease, place: placeOf(stack) };
  });
}

/** Returns the innermost frame that does not belong to the question itself. */
function placeOf(stack: string): string {
  const frames = stack.split("\n").slice(2);
  const frame = frames.find((line) => line.includes("file://")) ?? frames[0];
  return (
    frame
      ?.trim()
      .replace(/^at /, "")
      .replace(/file:\/\/\S+/, shortPath) ?? unknown.place
  );
}

/** Shortens a path to the last folder that identifies the module. */
function shortPath(url: string): string {
  const cut = Math.max(...["/src/", "/test/", "/node_modules/"].map((folder) => url.lastIndexOf(folder)));
  return cut < 0 ? url : url.slice(cut + 1);
}

/** Opens the one connection on first use; null if the store cannot be reached. */
async function openStore(): Promise<StallStore | null> {
  if (connection === null) return null;
  const { openStallStore } = await import("./mark-stalled-job.ts");
  store ??= openStallStore(connection);
  return await store.catch(() => {
    store = null;
    return null;
  });
}

async function markJob(): Promise<void> {
  const { guilty } = judgeStall([...jobs.values()], stall.culprit);
  if (guilty !== null) await (await openStore())?.mark(guilty, describeStall(stall.ms));
}

async function settleJobs(): Promise<void> {
  const { guilty, innocent } = judgeStall([...jobs.values()], stall.culprit);
  const opened = await openStore();
  if (guilty !== null) await opened?.mark(guilty, describeStall(stall.ms));
  await opened?.forgive(innocent);
}

/** Ends the process: the main thread no longer can, whatever signal it gets. */
function endProcess(): void {
  const line = {
    level: "fatal",
    time: new Date().toISOString(),
    stallMs: Math.round(stall.ms),
    jobs: [...jobs.values()].map(({ id }) => id),
    place: stall.culprit.place,
    msg: "the main thread does not answer; the process ends, and its supervisor starts it again",
  };
  writeSync(2, `${JSON.stringify(line)}\n`);
  process.kill(process.pid, "SIGKILL");
}
