import type { LanguageModel } from "ai";
import { oneLine } from "../agent/tools/cut-text.ts";
import type { MdxPool } from "../checks/create-mdx-pool.ts";
import type { ScanCache } from "../checks/scan-cache.ts";
import type { CodeHost } from "../code-hosts/types.ts";
import { type Budget, type CheckCounts, type JobPullRequest, noUsage, type Usage } from "../jobs/record.ts";
import type { Log } from "../log.ts";
import type { JobResult } from "../store/worker/finish-job.ts";
import { JobFailure, toFailure } from "./failure.ts";
import { JobGone, type JobLedger } from "./ledger.ts";
import { checkBaseline } from "./steps/check-baseline.ts";
import { editUntilClean } from "./steps/edit-until-clean.ts";
import { type Prepared, prepareWorkspace } from "./steps/prepare-workspace.ts";
import { keptPatch, publish } from "./steps/publish.ts";

/** What the worker joins: folders of this machine, the model, the code host, shared caches. */
export interface RunDeps {
  log: Log;
  mirrorsFolder: string;
  workspacesFolder: string;
  allowPrivateAddresses: boolean;
  /** The service's own secrets: a change that contains one is never pushed. */
  secrets: string[];
  scanCache: ScanCache;
  mdxPool: MdxPool;
  resolveModel(name: string): LanguageModel;
  openCodeHost(job: { host: string; projectId: string }): CodeHost;
}

/** The part of a job that its run depends on. */
export interface JobSpec {
  id: string;
  projectId: string;
  prompt: string;
  mode: "pull_request" | "preview";
  asDraft: boolean;
  paths: string[];
  projectPaths: string[];
  budget: Budget;
  repository: string;
  baseRef: string | null;
  branch: string;
  model: string;
  host: string;
  createdAt: Date;
}

/** One run of a job; the steps fill in what the next ones and the final record need. */
export interface Run {
  deps: RunDeps;
  job: JobSpec;
  ledger: JobLedger;
  log: Log;
  signal: AbortSignal;
  usage: Usage;
  changedPaths: Set<string>;
  /** Git tree hash after the last step that wrote; null while the tree is the base's. */
  tree: string | null;
  /** Path at the base → path now, of the files that were moved. */
  renames: Map<string, string>;
  checks: CheckCounts | null;
  title: string | null;
  pullRequest: JobPullRequest | null;
}

const timeoutSecondsDefault = 30 * 60;

/**
 * Takes a job from its repository to its pull request: prepare, baseline, edit and gate, publish.
 * Answers how the job ended; throws only `JobGone`, when the job is no longer this worker's.
 */
export async function runJob(
  deps: RunDeps,
  job: JobSpec,
  ledger: JobLedger,
  signal: AbortSignal,
): Promise<JobResult> {
  const run = startRun(deps, job, ledger, signal);
  let prepared: Prepared | null = null;
  try {
    prepared = await prepareWorkspace(run);
    const baseline = await checkBaseline(run, prepared);
    const edited = await editUntilClean(run, prepared, baseline);
    return await publish(run, prepared, edited);
  } catch (error) {
    return await failedResult(run, prepared, error, signal);
  } finally {
    await prepared?.remove().catch((error: unknown) => run.log.warn({ err: error }, "workspace not removed"));
  }
}

function startRun(deps: RunDeps, job: JobSpec, ledger: JobLedger, signal: AbortSignal): Run {
  const timeoutSeconds = job.budget.timeoutSeconds ?? timeoutSecondsDefault;
  return {
    deps,
    job,
    ledger,
    log: deps.log.child({ job: job.id }),
    signal: AbortSignal.any([signal, deadline(timeoutSeconds)]),
    usage: { ...noUsage },
    changedPaths: new Set(),
    tree: null,
    renames: new Map(),
    checks: null,
    title: null,
    pullRequest: null,
  };
}

function deadline(seconds: number): AbortSignal {
  const controller = new AbortController();
  const message = `The job was stopped after its ${seconds} seconds; the work so far is in its diff.`;
  setTimeout(() => controller.abort(new JobFailure("timed_out", message)), seconds * 1_000).unref();
  return controller.signal;
}

async function failedResult(
  run: Run,
  prepared: Prepared | null,
  error: unknown,
  workerSignal: AbortSignal,
): Promise<JobResult> {
  if (workerSignal.aborted && workerSignal.reason instanceof JobGone) throw workerSignal.reason;
  if (error instanceof JobGone) throw error;
  const failure = toFailure(run.signal.aborted ? run.signal.reason : error);
  if (failure.reason === "internal_error") run.log.error({ err: error }, "job failed");
  return {
    status: "failed",
    reason: failure.reason,
    message: oneLine(failure.message),
    title: run.title,
    pullRequest: run.pullRequest,
    checks: run.checks,
    patch: prepared === null ? null : await keptPatch(run, prepared),
    usage: run.usage,
  };
}
