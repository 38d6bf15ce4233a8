import { ReplayMismatch } from "../agent/recording.ts";
import { isAppError } from "../errors.ts";
import type { JobResult } from "../jobs/lease/finish-job.ts";
import { cleanLine } from "../outgoing/clean-plain.ts";
import { observe } from "../telemetry/observe.ts";
import type { StepName } from "../telemetry/operations.ts";
import { readBudget } from "./budget.ts";
import type { TurnDeps } from "./claims/execute-claim.ts";
import { prepareContext } from "./context/prepare-context.ts";
import { JobFailure, toFailure } from "./failure.ts";
import type { JobSpec } from "./job-spec.ts";
import { JobGone } from "./ledger.ts";
import type { ProjectHost } from "./project-host.ts";
import {
  messagesTakenBefore,
  readAgentEvents,
  readRecordedContext,
  readRecordedStart,
} from "./recorded-turn.ts";
import type { Baseline, Prepared, Run, RunDeps } from "./run.ts";
import { checkBaseline } from "./steps/check-baseline.ts";
import { editTurn } from "./steps/edit-turn.ts";
import { prepareWorkspace } from "./steps/prepare-workspace.ts";
import { keptPatch, publish } from "./steps/publish.ts";
import { limitToTranslations } from "./translations/limit-to-translations.ts";

/**
 * Takes a turn of a job from its repository to its pull request: prepare, baseline, edit and gate, publish.
 * Repeats what an earlier worker recorded without asking the model; if that leads to another result, the
 * turn starts over. Returns how the turn ended, even if it was cancelled; throws only `JobGone`, if the job
 * is no longer this worker's.
 */
export async function runJob(
  deps: RunDeps,
  job: JobSpec,
  turn: TurnDeps,
  signal: AbortSignal,
): Promise<JobResult> {
  const run = startRun(deps, job, turn, signal);
  try {
    run.recordedStart = readRecordedStart(turn.events);
    run.recordedContext = readRecordedContext(turn.events);
    run.recorded = readAgentEvents(turn.events);
    run.repeats = run.recorded.some(({ kind }) => kind === "tool_result");
    return await attempt(run, signal);
  } catch (error) {
    if (error instanceof ReplayMismatch) return await beginAnew(deps, job, turn, signal, error);
    throw error;
  }
}

async function beginAnew(
  deps: RunDeps,
  job: JobSpec,
  turn: TurnDeps,
  signal: AbortSignal,
  { message }: ReplayMismatch,
): Promise<JobResult> {
  const run = startRun(deps, job, turn, signal);
  run.log.warn({ why: message }, "the recorded work cannot be repeated; the turn starts over");
  run.messagesTaken = messagesTakenBefore(turn.events, job.messagesTaken);
  await turn.ledger.record(
    "restarted",
    { why: message },
    { restartsTurn: true, messagesTaken: run.messagesTaken },
  );
  return await attempt(run, signal);
}

async function attempt(run: Run, workerSignal: AbortSignal): Promise<JobResult> {
  let prepared: Prepared | null = null;
  let baseline: Baseline | null = null;
  try {
    run.deps.siteChecker.warm();
    const ready = await step("prepare", () => prepareWorkspace(run));
    prepared = ready;
    if (!run.job.publishOnly) run.context = await step("context", () => prepareContext(run));
    const checked = await step("baseline", async () =>
      limitToTranslations(run, ready, await checkBaseline(run, ready)),
    );
    baseline = checked;
    const edited = await step("edit", () => editTurn(run, ready, checked));
    return await step("publish", () => publish(run, ready, checked, edited));
  } catch (error) {
    return await failedResult(run, prepared, error, workerSignal);
  } finally {
    baseline?.site.close();
    await run.context?.close();
    await prepared?.remove().catch((error: unknown) => run.log.warn({ err: error }, "workspace not removed"));
  }
}

async function step<Result>(name: StepName, work: () => Promise<Result>): Promise<Result> {
  return await observe("step", { step: name }, work);
}

/** Creates what the steps share; the signal and the turn's time limit end it. */
export function startRun(deps: RunDeps, job: JobSpec, turn: TurnDeps, signal: AbortSignal): Run {
  const budget = readBudget(job, deps.budgetMax);
  const leftMs = Math.max(0, budget.timeoutSeconds * 1_000 - job.elapsedMs);
  const runSignal = AbortSignal.any([signal, timeLimit(budget.timeoutSeconds, leftMs)]);
  let host: ProjectHost | null = null;
  return {
    deps,
    job,
    ledger: turn.ledger,
    gate: turn.gate,
    log: deps.log,
    signal: runSignal,
    host() {
      host ??= openHost(deps, job, runSignal);
      return host;
    },
    budget,
    deadline: performance.now() + leftMs,
    recorded: [],
    recordedStart: null,
    recordedContext: null,
    context: null,
    evidence: null,
    repeats: false,
    past: turn.events.past,
    messagesTaken: job.messagesTaken,
    loadMessages: turn.loadMessages,
    loadCaps: turn.loadCaps,
    usage: { ...job.usage },
    changedPaths: new Set(),
    tree: null,
    renames: new Map(),
    deleted: new Set(),
    checks: null,
    notJudged: [],
    rules: [],
    title: null,
    pullRequest: null,
  };
}

/**
 * Opens the host. Reports a missing configuration as the host's, not the model's: `invalid_configuration`
 * alone does not tell them apart.
 */
function openHost(deps: RunDeps, job: JobSpec, signal: AbortSignal): ProjectHost {
  const tell = (error: unknown): never => {
    if (!isAppError(error, "invalid_configuration")) throw error;
    throw new JobFailure("code_host_error", error.message, error);
  };
  try {
    const host = deps.openProjectHost(job, signal);
    return { ...host, access: () => host.access().catch(tell) };
  } catch (error) {
    return tell(error);
  }
}

function timeLimit(seconds: number, leftMs: number): AbortSignal {
  const controller = new AbortController();
  const message = `The job was stopped after its ${seconds} seconds; the work so far is in its diff.`;
  setTimeout(() => controller.abort(new JobFailure("timed_out", message)), leftMs).unref();
  return controller.signal;
}

async function failedResult(
  run: Run,
  prepared: Prepared | null,
  thrown: unknown,
  workerSignal: AbortSignal,
): Promise<JobResult> {
  const error = workerSignal.aborted ? workerSignal.reason : thrown;
  if (error instanceof ReplayMismatch) throw error;
  if (error instanceof JobGone && error.why !== "cancelled") throw error;
  if (isAppError(error, "unavailable")) throw new JobGone("store_away", { cause: error });
  const failure =
    error instanceof JobGone ? cancelled : toFailure(run.signal.aborted ? run.signal.reason : error);
  if (failure.reason === "internal_error") run.log.error({ err: error }, "job failed");
  return {
    status: "failed",
    reason: failure.reason,
    message: await run.gate.mask(cleanLine(failure.message)),
    title: run.title,
    pullRequest: run.pullRequest,
    checks: run.checks,
    // Work that is not in the tree yet is collected from the log instead.
    patch: prepared === null || run.repeats ? null : await keptPatch(run, prepared),
    usage: run.usage,
  };
}

const cancelled = {
  reason: "cancelled",
  message: "The job was cancelled; the work so far is in its diff.",
} as const;
