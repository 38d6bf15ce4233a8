import { ReplayMismatch } from "../../agent/recording.ts";
import { isAppError } from "../../errors.ts";
import { createWorkspace, type Workspace } from "../../git/checkout/create-workspace.ts";
import { findStringsAt } from "../../git/checkout/find-strings-at.ts";
import { removeWorkspace } from "../../git/checkout/remove-workspace.ts";
import { fetchBase } from "../../git/fetch/fetch-base.ts";
import { fetchCommit } from "../../git/fetch/fetch-commit.ts";
import { startFollowUp } from "../../git/follow-up/start-follow-up.ts";
import { type FetchedHistory, fetchHistory } from "../../git/history/fetch-history.ts";
import { deleteJobRefs } from "../../git/mirror/delete-job-refs.ts";
import { ensureMirror } from "../../git/mirror/ensure-mirror.ts";
import { type ParsedRepository, parseRepository } from "../../git/remote/parse-repository.ts";
import { ownWords } from "../../outgoing/clean-text.ts";
import { policyPath } from "../../policy/policy-schema.ts";
import { asksToMend } from "../../pull-requests/mend-request.ts";
import { assertBranchFree, assertNotReused } from "../chosen-branch.ts";
import { readJobPolicy } from "../job-policy.ts";
import { type JobTree, openJobTree } from "../job-tree.ts";
import type { RecordedStart } from "../recorded-turn.ts";
import { remoteOptions } from "../remote-options.ts";
import type { Prepared, Run, Start } from "../run.ts";
import { authorOf, commitDate, writeCommitMessage } from "../texts/pull-request-text.ts";

/**
 * Brings the start of the turn into the project's mirror, checks its size before it is used, and opens its
 * tree.
 */
export async function prepareWorkspace(run: Run): Promise<Prepared> {
  const startedAt = performance.now();
  const repository = parseRepository(run.job.repository);
  // Ends the job for a host that is not usable before a model costs anything.
  run.host();
  const start = await findStart(run, repository);
  const opened = await openStart(run, start);
  try {
    const { mirror: _, ...recorded } = start;
    const { baseRef, baseCommit } = start;
    const { policy } = opened;
    await run.ledger.record(
      "prepared",
      {
        repository: run.job.repository,
        ...recorded,
        ...(policy && { policy: { path: policyPath, blob: policy.blob } }),
        files: opened.files.length,
        durationMs: Math.round(performance.now() - startedAt),
      },
      { baseRef, baseCommit, ...(policy && { policyBlob: policy.blob }) },
    );
  } catch (error) {
    await opened.close();
    throw error;
  }
  const { fork } = run.job;
  const branchRepository = fork === null ? repository : parseRepository(fork.repository);
  const history = keepHistory(run, start, repository);
  return {
    ...start,
    ...opened,
    repository,
    branchRepository,
    openHistory: history.open,
    async remove() {
      await history.remove();
      await opened.close();
      await deleteJobRefs(start.mirror, run.job.id);
    },
  };
}

function keepHistory(run: Run, { mirror, baseCommit }: Start, repository: ParsedRepository) {
  let fetched: Promise<FetchedHistory | null> | null = null;
  return {
    async open() {
      const { signal } = run;
      fetched ??= fetchHistory({ ...remoteOptions(run, repository), mirror, signal }, baseCommit);
      return (await fetched)?.place ?? null;
    },
    remove: async () => await (await fetched?.catch(() => null))?.remove(),
  };
}

interface Opened extends Pick<Prepared, "tree" | "checkout" | "policy" | "files" | "unpublishedPaths"> {
  close(): Promise<void>;
}

async function openStart(run: Run, start: Start): Promise<Opened> {
  const { deps, job, gate, signal } = run;
  const { baseCommit, startCommit } = start;
  const mirror = await deps.mirrors.open(start.mirror);
  let checkout: Workspace | null = null;
  const close = async (): Promise<void> => {
    mirror.release();
    if (checkout !== null) await removeWorkspace(checkout);
  };
  try {
    const tree = await openJobTree(mirror, startCommit, signal);
    const policy = await readJobPolicy(tree, { baseCommit, signal });
    const { gitDirectory } = mirror;
    const judgedFrom = start.isUnpublished ? baseCommit : startCommit;
    gate.trust((tokens) => findStringsAt({ gitDirectory, baseCommit: judgedFrom }, tokens));
    const unpublishedPaths = start.isUnpublished ? await listUnpublished(tree, baseCommit, signal) : [];
    if (job.settings.engine !== undefined) checkout = await checkOut(run, start);
    return { tree, checkout, policy, files: tree.snapshot.paths(), unpublishedPaths, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function checkOut({ deps, job, signal }: Run, { mirror, startCommit }: Start): Promise<Workspace> {
  const { workspacesFolder } = deps;
  return await createWorkspace({ workspacesFolder, name: job.id, mirror, commit: startCommit, signal });
}

async function listUnpublished(tree: JobTree, baseCommit: string, signal: AbortSignal): Promise<string[]> {
  const { files } = await tree.diffFrom(baseCommit, signal);
  return files.flatMap(({ path, oldPath }) => (oldPath === undefined ? [path] : [oldPath, path]));
}

async function findStart(run: Run, repository: ParsedRepository): Promise<Start> {
  if (run.recordedStart === null) {
    return run.job.turn === 1 ? await startFromBase(run, repository) : await startFromBranch(run, repository);
  }
  return await findRecordedStart(run, repository, run.recordedStart);
}

/** Finds the recorded start: an attempt that repeats another one has to begin where that one began. */
async function findRecordedStart(
  run: Run,
  repository: ParsedRepository,
  recorded: RecordedStart,
): Promise<Start> {
  const { job, deps, signal } = run;
  const mirror = await ensureMirror(deps.mirrorsFolder, repository, signal);
  const held = { ...remoteOptions(run, repository), mirror, jobId: job.id, signal };
  const hasBase = await fetchCommit({ ...held, commit: recorded.baseCommit, name: "base" });
  if (hasBase && recorded.startCommit === recorded.baseCommit) return { ...recorded, mirror };
  if (hasBase && (await fetchCommit({ ...held, commit: recorded.startCommit, name: "start" })))
    return { ...recorded, mirror };
  if (job.turn === 1) throw new ReplayMismatch(`the commit ${recorded.baseCommit} is gone`);
  // The earlier worker may have made the commit on its machine: the same inputs give the same commit.
  const again = await startFromBranch(run, repository);
  if (again.startCommit === recorded.startCommit) return again;
  throw new ReplayMismatch(`the commit ${recorded.startCommit} is gone`);
}

async function startFromBase(run: Run, repository: ParsedRepository): Promise<Start> {
  const { deps, job, signal } = run;
  await assertBranchFree(run, repository);
  const base = await fetchBase({
    ...remoteOptions(run, repository),
    mirrorsFolder: deps.mirrorsFolder,
    ref: job.baseRef,
    jobId: job.id,
    signal,
  });
  const { mirror, baseRef, baseCommit } = base;
  return {
    mirror,
    baseRef,
    baseCommit,
    startCommit: baseCommit,
    expectedRemoteCommit: undefined,
    note: null,
  };
}

/** Continues a later turn on the job's branch, brought up to date with its base if possible. */
async function startFromBranch(run: Run, repository: ParsedRepository): Promise<Start> {
  const { deps, job, signal } = run;
  // The turn before never got as far as the repository.
  if (job.baseCommit === null) return await startFromBase(run, repository);
  const mirror = await ensureMirror(deps.mirrorsFolder, repository, signal);
  const pullRequest = await findPullRequestState(run);
  const start = await startFollowUp({
    ...remoteOptions(run, repository),
    mirror,
    jobId: job.id,
    branch: job.branch,
    isOnFork: job.fork !== null,
    takesBaseSide: asksToMend(job.prompt),
    baseRef: job.baseRef,
    recorded: { baseCommit: job.baseCommit, headCommit: job.headCommit, patch: job.patch },
    pullRequest,
    message: writeCommitMessage(job, {
      title: job.title ?? ownWords("Documentation change"),
      summary: ownWords(""),
    }),
    author: authorOf(job),
    signing: run.host().signing,
    date: commitDate(job, job.turn - 1),
    signal,
  });
  assertNotReused(run, start, pullRequest);
  const { how: _, conflicts: __, ...found } = start;
  return { mirror, ...found };
}

async function findPullRequestState({ host, job }: Run): Promise<"open" | "merged" | "closed" | "none"> {
  if (job.pullRequest === null) return "none";
  const found = await host()
    .connection.pullRequests.getPullRequest(job.pullRequest.number)
    .catch((error: unknown) => {
      if (isAppError(error, "pull_request_not_found")) return null;
      throw error;
    });
  return found?.state ?? "none";
}
