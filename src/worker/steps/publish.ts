import { AppError } from "../../errors.ts";
import { assertChangeAllowed } from "../../git/assert-change-allowed.ts";
import { commitWorkspace } from "../../git/commit-workspace.ts";
import { diffWorkspace, type WorkspaceDiff } from "../../git/diff-workspace.ts";
import { pushBranch } from "../../git/push-branch.ts";
import { treeHash } from "../../git/write-tree.ts";
import type { JobResult } from "../../store/worker/finish-job.ts";
import { refuseWrite } from "../agent-workspace.ts";
import { writeCommitMessage, writePullRequestBody } from "../pull-request-text.ts";
import type { Run } from "../run-job.ts";
import type { Edited } from "./edit-until-clean.ts";
import type { Prepared } from "./prepare-workspace.ts";

const author = { name: "Copydesk", email: "copydesk@localhost" };

/** Commits, pushes the job's branch and finds or creates its pull request. Doing it again gives the same pull request. */
export async function publish(run: Run, prepared: Prepared, edited: Edited): Promise<JobResult> {
  const { tree } = run;
  if (tree === null) return noChanges(run, edited);
  const diff = await diffWorkspace(prepared.workspace, tree, run.signal);
  if (diff.files.length === 0) return noChanges(run, edited);
  if (run.job.mode === "preview") return previewReady(run, edited, diff);
  await gateChange(run, prepared, tree, diff);
  const commit = await commitWorkspace(prepared.workspace, {
    tree,
    parent: prepared.baseCommit,
    message: writeCommitMessage(run.job, edited),
    author,
    // The job's own time, so that a second attempt with the same tree makes the same commit.
    date: run.job.createdAt,
    signal: run.signal,
  });
  await run.ledger.record(
    "committed",
    { commit, tree, files: diff.files, patchBytes: diff.patchBytes },
    { patch: diff.patch },
  );
  await push(run, prepared, commit);
  return await openPullRequest(run, prepared, { edited, diff, commit });
}

/** Looks at the finished tree once more, whatever the tools have let through. */
async function gateChange(run: Run, prepared: Prepared, tree: string, diff: WorkspaceDiff): Promise<void> {
  const { job, signal } = run;
  await assertChangeAllowed(prepared.workspace, {
    tree,
    patch: diff.patch,
    writeGlobs: job.projectPaths,
    canaries: run.deps.secrets,
    signal,
  });
  for (const { path } of diff.files) {
    const reason = refuseWrite(job, path);
    if (reason !== null) throw new AppError("forbidden_change", `The change touches a ${reason}.`);
  }
}

async function push(run: Run, prepared: Prepared, commit: string): Promise<void> {
  await pushBranch({
    workspace: prepared.workspace,
    repository: prepared.repository,
    commit,
    branch: run.job.branch,
    allowPrivateAddresses: run.deps.allowPrivateAddresses,
    signal: run.signal,
  });
  await run.ledger.record("pushed", { branch: run.job.branch, commit });
}

async function openPullRequest(
  run: Run,
  prepared: Prepared,
  { edited, diff, commit }: { edited: Edited; diff: WorkspaceDiff; commit: string },
): Promise<JobResult> {
  const { job } = run;
  const host = run.deps.openCodeHost(job);
  const draft = {
    branch: job.branch,
    baseRef: prepared.baseRef,
    baseCommit: prepared.baseCommit,
    headCommit: commit,
    title: edited.title,
    body: writePullRequestBody(job, edited),
    draft: job.asDraft,
    jobId: job.id,
    patch: diff.patch,
    checks: run.checks,
  };
  const found = await host.findPullRequest(job.branch);
  const pullRequest =
    found === null ? await host.openPullRequest(draft) : await host.updatePullRequest(found.number, draft);
  run.pullRequest = pullRequest;
  await run.ledger.record("pull_request", { ...pullRequest });
  return result(run, edited, "pull_request_opened", summarize(edited, diff), diff.patch);
}

function noChanges(run: Run, edited: Edited): JobResult {
  return result(run, edited, "no_changes", firstLine(edited.summary) || "Nothing had to be changed.", null);
}

function previewReady(run: Run, edited: Edited, diff: WorkspaceDiff): JobResult {
  return result(run, edited, "preview_ready", summarize(edited, diff), diff.patch);
}

function result(
  run: Run,
  edited: Edited,
  reason: "pull_request_opened" | "no_changes" | "preview_ready",
  message: string,
  patch: string | null,
): JobResult {
  const { pullRequest, checks, usage } = run;
  return { status: "completed", reason, message, title: edited.title, pullRequest, checks, patch, usage };
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
    const { patch } = await diffWorkspace(prepared.workspace, tree, AbortSignal.timeout(10_000));
    return patch;
  } catch (error) {
    run.log.warn({ err: error }, "could not keep the patch");
    return null;
  }
}
