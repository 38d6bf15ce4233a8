import { openTreeFiles } from "../agent/open-tree-files.ts";
import type { AgentFinding } from "../agent/types.ts";
import { AppError, isAppError } from "../errors.ts";
import { buildCommit } from "../git/commit/build-commit.ts";
import { pushBranch } from "../git/remote/push-branch.ts";
import type { EventData } from "../jobs/events.ts";
import { type CleanText, ownWords } from "../outgoing/clean-text.ts";
import type { Gate } from "../outgoing/create-gate.ts";
import { checkChange } from "./agent-workspace.ts";
import { toChecksData } from "./gate.ts";
import type { JobSpec } from "./job-spec.ts";
import { remoteOptions } from "./remote-options.ts";
import type { Prepared, Run, RunDeps } from "./run.ts";
import { startRun } from "./run-job.ts";
import { checkBaseline } from "./steps/check-baseline.ts";
import { prepareWorkspace } from "./steps/prepare-workspace.ts";
import { gateDiff } from "./steps/publish.ts";
import { writeCommitMessage } from "./texts/pull-request-text.ts";

export interface SuggestedEdits {
  title: string;
  person: { name: string; email: string };
  /**
   * One edit per file: maps its current text to the new one; throws if the text is not what the reviewer
   * saw.
   */
  edits: readonly { path: string; apply(text: string): string }[];
  force: boolean;
}

export interface CommittedSuggestions {
  commit: string;
  committed: EventData<"committed">;
  checks: EventData<"checks">;
  /** Patch from the job's base. */
  patch: CleanText;
}

/**
 * Makes one commit of a reviewer's edits on the job's branch and pushes it, checked like a job's own work.
 * The same edits on the same commit give the same commit, so that a second attempt finds it pushed. Throws
 * `stale_review`, `suggestions_have_problems`, and what the gate, git and the host throw.
 */
export async function commitSuggestions(
  deps: RunDeps,
  job: JobSpec & { headCommit: string; baseCommit: string; baseRef: string },
  gate: Gate,
  suggested: SuggestedEdits,
): Promise<CommittedSuggestions> {
  const signal = AbortSignal.timeout(timeoutMs);
  const turn = { gate, ledger: noLedger, events: { recorded: [], past: [] } };
  const more = { loadMessages: async () => [], loadCaps: async () => [] };
  const run = startRun(deps, { ...job, budget: {}, elapsedMs: 0 }, { ...turn, ...more }, signal);
  const { baseRef, baseCommit, headCommit } = job;
  run.recordedStart = {
    baseRef,
    baseCommit,
    startCommit: headCommit,
    expectedRemoteCommit: headCommit,
    note: null,
  };
  const prepared = await prepareWorkspace(run);
  try {
    return await commitIn(run, prepared, suggested);
  } finally {
    await prepared.remove();
  }
}

const timeoutMs = 100_000;

async function commitIn(
  run: Run,
  prepared: Prepared,
  suggested: SuggestedEdits,
): Promise<CommittedSuggestions> {
  const { signal } = run;
  const { tree, startCommit, baseCommit } = prepared;
  const baseline = await checkBaseline(run, prepared);
  try {
    await applyEdits(run, prepared, suggested);
    baseline.site.noteChanges([...run.changedPaths]);
    const found = await checkChange(run, prepared, baseline, signal);
    if (found.new.length > 0 && !suggested.force) throw hasProblems(found.new);
    const diff = await tree.diffFrom(startCommit, signal);
    if (diff.files.length === 0)
      throw new AppError(
        "invalid_request",
        "The suggestions change nothing: the lines already have these texts.",
      );
    await gateDiff(run, prepared, baseline, { from: startCommit, diff });
    const whole = await tree.diffFrom(baseCommit, signal);
    const commit = await commitAndPush(run, prepared, suggested);
    return {
      commit,
      committed: {
        ...{ commit, tree: tree.treeId(), title: suggested.title, summary: "" },
        ...{ files: whole.files, patchBytes: whole.patchBytes },
      },
      checks: toChecksData(run, found),
      patch: await run.gate.mask(whole.patch),
    };
  } finally {
    baseline.site.close();
  }
}

async function applyEdits(run: Run, { tree }: Prepared, { edits }: SuggestedEdits): Promise<void> {
  const files = openTreeFiles(tree);
  for (const { path, apply } of edits) {
    const text = await files.readTextIfPresent(path);
    if (text === null) throw stale();
    await files.writeText(path, apply(text));
    run.changedPaths.add(path);
  }
}

async function commitAndPush(
  run: Run,
  prepared: Prepared,
  { title, person }: SuggestedEdits,
): Promise<string> {
  const { job, signal } = run;
  const { tree, startCommit, branchRepository } = prepared;
  const content = {
    message: writeCommitMessage(
      { ...job, settings: {} },
      { title: await run.gate.mask(title), summary: ownWords("") },
    ),
    author: person,
    date: await dateAfter(prepared),
    signing: run.host().signing,
    signal,
  };
  const built = await buildCommit({ tree: await tree.save(), parents: [startCommit] }, content);
  await tree.mirror.writeObjects(new Map([[built.id, built.object]]));
  await pushBranch({
    ...remoteOptions(run, branchRepository),
    workspace: tree.mirror,
    commit: built.id,
    branch: job.branch,
    expectedRemoteCommit: startCommit,
    signal,
  }).catch((error: unknown) => {
    if (isAppError(error, "push_rejected") && error.details.forbidden !== true) throw stale(error);
    throw error;
  });
  return built.id;
}

/** Returns a date one second after the previous commit, so that a second attempt makes the same commit. */
async function dateAfter({ tree, startCommit }: Prepared): Promise<Date> {
  const { bytes } = await tree.mirror.readObject(startCommit);
  const seconds = /^committer .* (\d+) [+-]\d{4}$/m.exec(bytes.toString("utf8").slice(0, 4_000))?.[1];
  return new Date((Number(seconds ?? 0) + 1) * 1_000);
}

function stale(cause?: unknown): AppError {
  return new AppError(
    "stale_review",
    "The branch or its lines have changed since the review. Read the review again.",
    { cause },
  );
}

function hasProblems(findings: readonly AgentFinding[]): AppError {
  const shown = findings.slice(0, 5).map(({ path, line, message }) => `${path}:${line} ${message}`);
  return new AppError(
    "suggestions_have_problems",
    `The checks find ${findings.length === 1 ? "a new problem" : `${findings.length} new problems`} in the suggestions: ${shown.join("; ")}`,
  );
}

/** Records nothing: the reviewer's commit is recorded as a whole. */
const noLedger = { record: async () => undefined, newestMessage: () => 0 };
