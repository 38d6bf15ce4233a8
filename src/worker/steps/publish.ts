import { assertAllowed } from "../../git/commit/assert-change-allowed.ts";
import type { WorkspaceDiff } from "../../git/commit/parse-raw-diff.ts";
import type { JobResult } from "../../jobs/lease/finish-job.ts";
import type { CompletedReason } from "../../jobs/record.ts";
import { cleanLine } from "../../outgoing/clean-plain.ts";
import type { CleanText } from "../../outgoing/clean-text.ts";
import { countOf } from "../../text/count-of.ts";
import { measureChange } from "../measure-change.ts";
import type { Baseline, Edited, Prepared, Run } from "../run.ts";
import { takeCheckout } from "../take-checkout.ts";
import { cleanFinished } from "../texts/clean-finished.ts";
import { commentTurn } from "./comment-turn.ts";
import { openPullRequest } from "./open-pull-request.ts";
import { publishChecks } from "./publish-checks.ts";
import { pushChange } from "./push-change.ts";

/**
 * Commits, pushes the job's branch and finds or creates its pull request. A repetition gives the same pull
 * request.
 */
export async function publish(
  run: Run,
  prepared: Prepared,
  baseline: Baseline,
  edited: Edited,
): Promise<JobResult> {
  const { tree } = run;
  const { startCommit, baseCommit } = prepared;
  const change = tree === null ? null : await prepared.tree.diffFrom(startCommit, run.signal);
  const isChanged = change !== null && change.files.length > 0;
  if (!isChanged && startCommit === startOfBranch(run, prepared))
    return await noChanges(run, prepared, edited);
  const isWhole = isChanged && startCommit === baseCommit;
  const whole = isWhole ? change : await prepared.tree.diffFrom(baseCommit, run.signal);
  if (whole.files.length === 0) return await noChanges(run, prepared, edited);
  if (prepared.isUnpublished) await gateDiff(run, prepared, baseline, { from: baseCommit, diff: whole });
  else if (isChanged) await gateDiff(run, prepared, baseline, { from: startCommit, diff: change });
  const told = isChanged ? edited : await tellChange(run, edited);
  if (run.job.mode === "preview") {
    const { title, summary } = told;
    const { checks, notJudged } = run;
    const changed = await measureChange(run.gate, whole.files);
    await run.ledger.record(
      "previewed",
      { title, summary, checks, notJudged },
      { patch: whole.patch, changed },
    );
    return await ended(run, prepared, edited, { reason: "preview_ready", diff: whole, told });
  }
  const pushed = await pushChange(run, prepared, {
    ...{ edited: told, diff: whole, tree: isChanged ? tree : null },
  });
  const isNew = await openPullRequest(run, prepared, { edited: told, diff: whole, pushed });
  await publishChecks(run, edited, pushed);
  const reason = run.job.turn > 1 && !isNew ? "pull_request_updated" : "pull_request_opened";
  return await ended(run, prepared, edited, { reason, diff: whole, told });
}

/** Keeps the earlier title and summary for a turn without work of its own, such as one that only rebases. */
async function tellChange(run: Run, edited: Edited): Promise<Edited> {
  const made = run.past.findLast(({ kind }) => kind === "committed" || kind === "previewed");
  if (made?.kind !== "committed" && made?.kind !== "previewed") return edited;
  const { title, summary } = made.data;
  return { ...edited, ...(await cleanFinished(run, { title, summary })) };
}

/** Returns the commit of a branch without new work: then there is nothing to push. */
function startOfBranch({ job }: Run, prepared: Prepared): string {
  return prepared.expectedRemoteCommit ?? (job.turn === 1 ? prepared.startCommit : prepared.baseCommit);
}

/**
 * Checks the finished tree once more, whatever the tools have let through; does not check what people have
 * pushed.
 */
export async function gateDiff(
  run: Run,
  { tree }: Prepared,
  { refuseWrite }: Baseline,
  { from, diff }: { from: string; diff: WorkspaceDiff },
): Promise<void> {
  const { signal } = run;
  const change = {
    ...diff,
    texts: () => tree.changedTextFrom(from, signal),
    read: (path: string) => tree.readIfPresent(path, signal),
  };
  await assertAllowed(change, { refuseWrite, findSecret: run.gate.findSecret });
}

async function noChanges(run: Run, prepared: Prepared, edited: Edited): Promise<JobResult> {
  const reasons = edited.summary.trim() || "Nothing had to be changed.";
  await run.ledger.record("unchanged", { reasons, pages: edited.pages ?? [] });
  return await ended(run, prepared, edited, { reason: "no_changes", diff: null });
}

async function ended(
  run: Run,
  prepared: Prepared,
  edited: Edited,
  { reason, diff, told = edited }: { reason: CompletedReason; diff: WorkspaceDiff | null; told?: Edited },
): Promise<JobResult> {
  const { pullRequest, checks, usage, job } = run;
  const said =
    diff === null ? firstLine(edited.summary) || "Nothing had to be changed." : summarize(told, diff);
  const message = prepared.note === null ? said : `${said} ${prepared.note}`;
  await commentTurn(run, edited, diff === null ? "unchanged" : "updated", prepared.note);
  // A turn that adds to the pull request, or changes nothing, does not rename it.
  const isNamed = reason === "pull_request_updated" || reason === "no_changes";
  const title = isNamed ? (job.title ?? told.title) : told.title;
  return {
    status: "completed",
    reason,
    message: await run.gate.mask(cleanLine(message)),
    title,
    pullRequest,
    checks,
    patch: diff === null ? null : await run.gate.mask(diff.patch),
    usage,
  };
}

function summarize(edited: Edited, diff: WorkspaceDiff): string {
  const files = countOf(diff.files, "file");
  return `${edited.title} (${files} changed)`;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]!.trim();
}

const keepMs = 10_000;

/**
 * Returns the work so far of a job that failed, so that none of it is lost. Null also if it could not be
 * read.
 */
export async function keptPatch(run: Run, prepared: Prepared): Promise<CleanText | null> {
  try {
    return await writePatch(run, prepared, AbortSignal.timeout(keepMs));
  } catch (error) {
    run.log.warn({ err: error }, "could not keep the patch");
    return null;
  }
}

/** Returns the patch from the base to the current tree; null if nothing was changed. */
export async function writePatch(
  run: Run,
  { tree, checkout, baseCommit }: Prepared,
  signal: AbortSignal,
): Promise<CleanText | null> {
  if (checkout !== null) await takeCheckout(checkout, tree, signal);
  if (tree.changedPaths().length === 0) return null;
  const { patch } = await tree.diffFrom(baseCommit, signal);
  return await run.gate.mask(patch);
}
