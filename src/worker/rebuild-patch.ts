import { applyOperations } from "../agent/apply-operations.ts";
import { openTreeFiles } from "../agent/open-tree-files.ts";
import type { FileOperation } from "../agent/types.ts";
import type { TurnEvents } from "../jobs/lease/load-turn-events.ts";
import {
  beginPatch,
  beginPatchOf,
  loadKeptPatch,
  loadPatchEvents,
  type PendingPatch,
  patchTriesMax,
  storePatch,
} from "../jobs/lease/pending-patches.ts";
import { isKind } from "../jobs/read-event.ts";
import type { Log } from "../log.ts";
import type { CleanText } from "../outgoing/clean-text.ts";
import type { Gate } from "../outgoing/create-gate.ts";
import type { Database } from "../store/database.ts";
import type { JobSpec } from "./job-spec.ts";
import { readAgentEvents, readRecordedStart } from "./recorded-turn.ts";
import type { RunDeps } from "./run.ts";
import { startRun } from "./run-job.ts";
import { prepareWorkspace } from "./steps/prepare-workspace.ts";
import { writePatch } from "./steps/publish.ts";

const deadlineMs = 60_000;

export interface PatchDeps {
  database: Pick<Database, "pool">;
  log: Log;
  /** Repeats the file operations of a log and returns the diff; see `repeatForPatch`. */
  repeat(job: PendingPatch["job"], events: TurnEvents, signal: AbortSignal): Promise<CleanText | null>;
  /** Marks the job's workspace as in use until the returned function is called. */
  hold(jobId: string): () => void;
}

/** Writes the patches of ended jobs whose work nobody could hand in, one after the other. */
export async function rebuildPatches(deps: PatchDeps, stop: AbortSignal): Promise<void> {
  while (!stop.aborted) {
    const pending = await beginPatch(deps.database);
    if (pending === null) return;
    await rebuild(deps, pending);
  }
}

/** Writes a job's patch before its next turn begins. Returns the patch that the turn continues from. */
export async function rebuildPatchOf(deps: PatchDeps, jobId: string): Promise<string | null> {
  const pending = await beginPatchOf(deps.database, jobId);
  if (pending !== null) await rebuild(deps, pending);
  return await loadKeptPatch(deps.database, jobId);
}

async function rebuild(deps: PatchDeps, pending: PendingPatch): Promise<void> {
  const { job, tries } = pending;
  const log = deps.log.child({ job: job.id });
  if (tries > patchTriesMax) {
    log.error("the work of this job could not be collected; its log still has it");
    return await storePatch(deps.database, pending, null);
  }
  const release = deps.hold(job.id);
  try {
    const events = await loadPatchEvents(deps.database, pending);
    const patch = await deps.repeat(job, events, AbortSignal.timeout(deadlineMs));
    await storePatch(deps.database, pending, patch);
    log.info({ tries }, "collected the work of an ended job from its log");
  } catch (error) {
    log.warn({ err: error, tries }, "could not collect the work of an ended job; will try again");
  } finally {
    release();
  }
}

/**
 * Returns the diff that a turn's log leads to: its file operations on its start commit, without model,
 * tools or checks. Null if the log has none. Throws what git and the host throw.
 */
export async function repeatForPatch(
  deps: RunDeps,
  job: Omit<JobSpec, "callPrefix">,
  { gate, events }: { gate: Gate; events: TurnEvents },
  signal: AbortSignal,
): Promise<CleanText | null> {
  const start = readRecordedStart(events);
  const results = readAgentEvents(events).filter(({ kind }) => kind === "tool_result");
  if (start === null || results.length === 0) return null;
  const turn = events.recorded.find(isKind("started"))?.data.turn ?? job.turn;
  const spec = { ...job, turn, budget: {}, elapsedMs: 0, callPrefix: job.id };
  const run = startRun(
    deps,
    spec,
    { gate, ledger: noLedger, events, loadMessages: async () => [], loadCaps: async () => [] },
    signal,
  );
  run.recordedStart = start;
  const prepared = await prepareWorkspace(run);
  const files = openTreeFiles(prepared.tree);
  try {
    for (const event of results) {
      signal.throwIfAborted();
      if (event.kind !== "tool_result") continue;
      for (const path of event.operations.flatMap(pathsOf)) run.changedPaths.add(path);
      await applyOperations(files, event.operations);
    }
    return await writePatch(run, prepared, signal);
  } finally {
    await prepared.remove();
  }
}

function pathsOf(operation: FileOperation): string[] {
  return "path" in operation ? [operation.path] : [operation.from, operation.to];
}

/** Records nothing: what is repeated is already in the log. */
const noLedger = { record: async () => undefined, newestMessage: () => 0 };
