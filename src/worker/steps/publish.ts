import type { PullRequestDraft } from "../../code-hosts/types.ts";
import { AppError } from "../../errors.ts";
import { assertChangeAllowed } from "../../git/assert-change-allowed.ts";
import { commitWorkspace } from "../../git/commit-workspace.ts";
import type { Workspace } from "../../git/create-workspace.ts";
import { diffWorkspace, type WorkspaceDiff } from "../../git/diff-workspace.ts";
import { readRemoteCommit } from "../../git/find-remote-branch.ts";
import { openRemote } from "../../git/open-remote.ts";
import { pushBranch } from "../../git/push-branch.ts";
import { treeHash } from "../../git/write-tree.ts";
import type { CompletedReason } from "../../jobs/record.ts";
import type { JobResult } from "../../store/worker/finish-job.ts";
import { refuseWrite } from "../agent-workspace.ts";
import { commitAuthor, commitDate, writeCommitMessage, writePullRequestBody } from "../pull-request-text.ts";
import type { Run } from "../run-job.ts";
import { whileStoreIsAway } from "../while-store-is-away.ts";
import type { Edited } from "./edit-until-clean.ts";
import type { Prepared } from "./prepare-workspace.ts";

/** Commits, pushes the job's branch and finds or creates its pull request. Doing it again gives the same pull request. */
export async function publish(run: Run, prepared: Prepared, edited: Edited): Promise<JobResult> {
  const { tree } = run;
  const change = tree === null ? null : await diffWorkspace(prepared.workspace, tree, run.signal);
  const isChanged = change !== null && change.files.length > 0;
  if (!isChanged && prepared.startCommit === startOfBranch(run, prepared))
    return noChanges(run, prepared, edited);
  if (isChanged) await gateChange(run, prepared, tree!, change);
  const isWhole = isChanged && prepared.startCommit === prepared.baseCommit;
  const whole = isWhole
    ? change
    : await diffFromBase(run, prepared, isChanged ? tree! : prepared.startCommit);
  if (whole.files.length === 0) return noChanges(run, prepared, edited);
  if (run.job.mode === "preview")
    return ended(run, prepared, edited, { reason: "preview_ready", diff: whole });
  const commit = isChanged ? await commitChange(run, prepared, edited, tree!) : prepared.startCommit;
  const { title, summary } = edited;
  const committed = { commit, tree, title, summary, files: whole.files, patchBytes: whole.patchBytes };
  const replaced = await findReplaced(run, prepared);
  await run.ledger.record("committed", committed, { patch: whole.patch });
  await push(run, prepared, { commit, replaced });
  return await openPullRequest(run, prepared, { edited, diff: whole, commit });
}

/** What a branch without new work would have: then there is nothing to push. */
function startOfBranch({ job }: Run, prepared: Prepared): string {
  return prepared.expectedRemoteCommit ?? (job.turn === 1 ? prepared.startCommit : prepared.baseCommit);
}

async function commitChange(run: Run, prepared: Prepared, edited: Edited, tree: string): Promise<string> {
  const { job, signal } = run;
  return await commitWorkspace(prepared.workspace, {
    tree,
    parent: prepared.startCommit,
    message: writeCommitMessage(job, edited),
    author: commitAuthor,
    date: commitDate(job, job.turn),
    signal,
  });
}

/** Everything that the pull request brings, also that of earlier turns. */
async function diffFromBase(run: Run, prepared: Prepared, to: string): Promise<WorkspaceDiff> {
  return await diffWorkspace({ ...prepared.workspace, baseCommit: prepared.baseCommit }, to, run.signal);
}

/** Looks at the finished tree once more, whatever the tools have let through. */
async function gateChange(run: Run, prepared: Prepared, tree: string, diff: WorkspaceDiff): Promise<void> {
  const { job, signal } = run;
  await assertChangeAllowed(prepared.workspace, {
    tree,
    patch: diff.patch,
    writeGlobs: job.settings.paths ?? [],
    canaries: run.deps.secrets,
    signal,
  });
  for (const { path } of diff.files) {
    const reason = refuseWrite(job, path);
    if (reason !== null) throw new AppError("forbidden_change", `The change touches a ${reason}.`);
  }
}

/**
 * What the branch has, looked up before the job is seen to be still ours: a worker that sleeps between the two and its push finds
 * the branch changed by then, and cannot undo what others did meanwhile. Before the first attempt there is no branch.
 */
async function findReplaced({ job, deps, signal }: Run, prepared: Prepared): Promise<string | null> {
  if (prepared.expectedRemoteCommit !== undefined) return prepared.expectedRemoteCommit;
  if (job.baseCommit === null) return null;
  const { repository } = prepared;
  const options = { repository, allowPrivateAddresses: deps.allowPrivateAddresses };
  return await readRemoteCommit(options, await openRemote(options), job.branch, signal);
}

async function push(
  run: Run,
  prepared: Prepared,
  { commit, replaced }: { commit: string; replaced: string | null },
): Promise<void> {
  const { job, deps, signal } = run;
  await pushBranch({
    workspace: prepared.workspace,
    repository: prepared.repository,
    commit,
    branch: job.branch,
    allowPrivateAddresses: deps.allowPrivateAddresses,
    expectedRemoteCommit: replaced,
    signal,
  });
  await run.ledger.record("pushed", { branch: job.branch, commit }, { headCommit: commit });
}

async function openPullRequest(
  run: Run,
  prepared: Prepared,
  { edited, diff, commit }: { edited: Edited; diff: WorkspaceDiff; commit: string },
): Promise<JobResult> {
  const { job } = run;
  const draft = {
    branch: job.branch,
    baseRef: prepared.baseRef,
    baseCommit: prepared.baseCommit,
    headCommit: commit,
    title: edited.title,
    body: writePullRequestBody(job, edited, run.past),
    draft: job.asDraft,
    jobId: job.id,
    patch: diff.patch,
    checks: run.checks,
  };
  const isNew = await findOrOpen(run, draft);
  const reason = job.turn > 1 && !isNew ? "pull_request_updated" : "pull_request_opened";
  return ended(run, prepared, edited, { reason, diff });
}

/**
 * Answers whether the pull request was opened now. One that is found is recorded before it is changed: then the job is still ours.
 * An open one of an earlier turn keeps its title: a follow-up is a part of it.
 */
async function findOrOpen(run: Run, draft: PullRequestDraft): Promise<boolean> {
  const { deps, job, signal } = run;
  const host = deps.openCodeHost(job);
  const found = await whileStoreIsAway(() => host.findPullRequest(job.branch), signal);
  if (found === null) {
    run.pullRequest = await whileStoreIsAway(() => host.openPullRequest(draft), signal);
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

function noChanges(run: Run, prepared: Prepared, edited: Edited): JobResult {
  return ended(run, prepared, edited, { reason: "no_changes", diff: null });
}

function ended(
  run: Run,
  prepared: Prepared,
  edited: Edited,
  { reason, diff }: { reason: CompletedReason; diff: WorkspaceDiff | null },
): JobResult {
  const { pullRequest, checks, usage, job } = run;
  const said =
    diff === null ? firstLine(edited.summary) || "Nothing had to be changed." : summarize(edited, diff);
  const message = prepared.note === null ? said : `${said} ${prepared.note}`;
  const title = reason === "pull_request_updated" ? (job.title ?? edited.title) : edited.title;
  return {
    status: "completed",
    reason,
    message,
    title,
    pullRequest,
    checks,
    patch: diff?.patch ?? null,
    usage,
  };
}

function summarize(edited: Edited, diff: WorkspaceDiff): string {
  const files = diff.files.length === 1 ? "1 file" : `${diff.files.length} files`;
  return `${edited.title} (${files} changed)`;
}

function firstLine(text: string): string {
  return text.split("\n", 1)[0]!.trim();
}

/** The work so far of a job that did not get through, so that nothing of it is lost. */
export async function keptPatch(run: Run, prepared: Prepared): Promise<string | null> {
  if (run.changedPaths.size === 0) return null;
  try {
    const tree = await treeHash(prepared.workspace, [...run.changedPaths]);
    const fromBase: Workspace = { ...prepared.workspace, baseCommit: prepared.baseCommit };
    const { patch } = await diffWorkspace(fromBase, tree, AbortSignal.timeout(10_000));
    return patch;
  } catch (error) {
    run.log.warn({ err: error }, "could not keep the patch");
    return null;
  }
}
