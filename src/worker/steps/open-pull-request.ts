import type { PullRequestRef } from "../../code-hosts/types.ts";
import { isAppError } from "../../errors.ts";
import type { WorkspaceDiff } from "../../git/commit/parse-raw-diff.ts";
import { findBaseNow } from "../../git/fetch/find-base-now.ts";
import { whileStoreIsAway } from "../claims/while-store-is-away.ts";
import type { OutgoingDraft } from "../project-host.ts";
import { remoteOptions } from "../remote-options.ts";
import { findOwners } from "../reviewers/find-owners.ts";
import type { Edited, Prepared, Run } from "../run.ts";
import { fillTemplate, findTemplate } from "../texts/pull-request-template.ts";
import { linkHostsOf, writePullRequestBody } from "../texts/pull-request-text.ts";
import { writeTimeline } from "../texts/topic-timeline.ts";
import type { Pushed } from "./push-change.ts";

/**
 * Finds or opens the pull request for the pushed branch. Returns whether it was opened now. Records an
 * existing one before changing it, to be sure that the job is still this worker's. An open one of an
 * earlier turn keeps its title: a follow-up is part of it.
 */
export async function openPullRequest(
  run: Run,
  prepared: Prepared,
  change: { edited: Edited; diff: WorkspaceDiff; pushed: Pushed },
): Promise<boolean> {
  const { job, signal } = run;
  const host = run.host().connection.pullRequests;
  const draft = await writeDraft(run, prepared, change);
  const found = await whileStoreIsAway(() => host.findPullRequest(job.branch), signal);
  if (found === null) {
    run.pullRequest = await openOnBaseOfNow(run, prepared, draft);
    await run.ledger.record("pull_request", { ...run.pullRequest });
    return true;
  }
  await run.ledger.record("pull_request", { ...found });
  const isOurs = job.pullRequest?.number === found.number;
  const title = isOurs ? (job.title ?? draft.title) : draft.title;
  run.pullRequest = await whileStoreIsAway(
    () => host.updatePullRequest(found.number, { ...draft, title }),
    signal,
  );
  return !isOurs;
}

async function writeDraft(
  run: Run,
  prepared: Prepared,
  { edited, diff, pushed }: { edited: Edited; diff: WorkspaceDiff; pushed: Pushed },
): Promise<OutgoingDraft> {
  const { job } = run;
  const { labels = [], reviewers = [], assignees, draft } = job.settings.pullRequests ?? {};
  const text = writePullRequestBody(job, edited, {
    checks: run.checks,
    notJudged: run.notJudged,
    evidence: run.evidence,
    past: job.publishOnly ? [] : run.past,
    timeline: await writeTimeline(run),
    rules: { linkHosts: linkHostsOf(job) },
    folds: run.host().facts.folds ?? false,
  });
  const owners = await findOwners(run, prepared, diff.files);
  const template = await findTemplate(prepared, run.host().facts.templatePaths);
  return {
    branch: job.branch,
    baseRef: prepared.baseRef,
    baseCommit: prepared.baseCommit,
    headCommit: pushed.commit,
    title: edited.title,
    body: await run.gate.mask(template === null ? text : fillTemplate(template, text)),
    draft: job.asDraft || draft === true,
    jobId: job.id,
    patch: await run.gate.mask(diff.patch),
    checks: run.checks,
    labels: [...new Set([...labels, ...job.labels])],
    reviewers: [...new Set([...reviewers, ...job.reviewers, ...owners])],
    assignees,
    fork: pushed.fork,
    compareUrl: pushed.compareUrl,
  };
}

/** Opens the pull request. The base branch may have been renamed while the job ran. */
async function openOnBaseOfNow(run: Run, prepared: Prepared, draft: OutgoingDraft): Promise<PullRequestRef> {
  const { signal } = run;
  const host = run.host().connection.pullRequests;
  try {
    return await whileStoreIsAway(() => host.openPullRequest(draft), signal);
  } catch (error) {
    if (!isAppError(error, "ref_not_found")) throw error;
    const { baseRef, baseCommit, mirror } = prepared;
    const now = await findBaseNow({
      ...remoteOptions(run, prepared.repository),
      mirror,
      baseRef,
      baseCommit,
      signal,
    });
    if (now === baseRef) throw error;
    run.log.warn({ from: baseRef, to: now }, "the base branch was renamed");
    return await whileStoreIsAway(() => host.openPullRequest({ ...draft, baseRef: now }), signal);
  }
}
