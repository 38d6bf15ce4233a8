import type { CommittedFile, Fork } from "../../code-hosts/types.ts";
import { AppError, isAppError } from "../../errors.ts";
import { buildCommit } from "../../git/commit/build-commit.ts";
import type { WorkspaceDiff } from "../../git/commit/parse-raw-diff.ts";
import { readRemoteCommit } from "../../git/remote/find-remote-branch.ts";
import { openRemote } from "../../git/remote/open-remote.ts";
import { type ParsedRepository, parseRepository } from "../../git/remote/parse-repository.ts";
import { isPushForbidden, pushBranch } from "../../git/remote/push-branch.ts";
import { assertOwnHead, isChosenBranch } from "../chosen-branch.ts";
import { JobFailure } from "../failure.ts";
import { measureChange } from "../measure-change.ts";
import { remoteOptions } from "../remote-options.ts";
import type { Edited, Prepared, Run } from "../run.ts";
import { authorOf, commitDate, writeCommitMessage } from "../texts/pull-request-text.ts";

export interface Change {
  edited: Edited;
  /** The whole change, from the base. */
  diff: WorkspaceDiff;
  /** Tree of the turn; null if the turn brought no new work and only passes on what exists. */
  tree: string | null;
}

export interface Pushed {
  /** Current commit of the branch. */
  commit: string;
  fork: Fork | null;
  /** URL that the git server itself offered for the branch. */
  compareUrl: string | null;
}

/**
 * Commits the turn's work and brings it to the job's branch: by a push, or through the host's API if the
 * project wants that.
 */
export async function pushChange(run: Run, prepared: Prepared, change: Change): Promise<Pushed> {
  const { edited, diff, tree } = change;
  const host = run.host();
  const throughApi = run.job.settings.commits?.throughApi === true && tree !== null;
  if (throughApi && host.connection.commitFiles === undefined) {
    throw new AppError(
      "code_host_refused",
      `The project's commits are set to be made by the code host's API, which ${run.job.host} does not offer. Have them pushed instead: commits.throughApi in the project's settings.`,
    );
  }
  const commit = throughApi || tree === null ? null : await commitTurn(run, prepared, edited, tree);
  const replaced = await findReplaced(run, prepared);
  const { title, summary } = edited;
  const { files, patchBytes, patch } = diff;
  const local = commit ?? prepared.startCommit;
  const committed = { commit: throughApi ? null : local, tree, title, summary, files, patchBytes };
  await run.ledger.record("committed", committed, { patch, changed: await measureChange(run.gate, files) });
  const pushed = throughApi
    ? {
        commit: await commitThroughApi(run, prepared, { edited, replaced }),
        fork: null,
        compareUrl: null,
      }
    : await pushOrFork(run, prepared, { commit: local, replaced });
  const { branch } = run.job;
  const fork = pushed.fork === null ? {} : { fork: pushed.fork };
  await run.ledger.record(
    "pushed",
    { branch, commit: pushed.commit, ...fork },
    { headCommit: pushed.commit, ...fork },
  );
  return pushed;
}

async function commitTurn(run: Run, prepared: Prepared, edited: Edited, tree: string): Promise<string> {
  const { job, signal } = run;
  const content = {
    message: writeCommitMessage(job, edited),
    author: authorOf(job),
    date: commitDate(job, job.turn),
    signing: run.host().signing,
    signal,
  };
  const built = buildCommit({ tree, parents: [prepared.startCommit] }, content);
  const commit = await built.catch((error: unknown) => {
    // An unusable key has nothing to do with the model.
    if (isAppError(error, "invalid_configuration"))
      throw new JobFailure("repository_error", error.message, error);
    throw error;
  });
  await prepared.tree.save();
  await prepared.tree.mirror.writeObjects(new Map([[commit.id, commit.object]]));
  return commit.id;
}

/**
 * Returns the current commit of the branch, read before the lease is confirmed: a worker that is suspended
 * between that and its push finds the branch changed, and cannot undo what others did meanwhile. Before the
 * first attempt there is no branch.
 */
async function findReplaced(run: Run, prepared: Prepared): Promise<string | null> {
  if (prepared.expectedRemoteCommit !== undefined) return prepared.expectedRemoteCommit;
  if (run.job.baseCommit === null) return null;
  return await readOwnHead(run, prepared, prepared.branchRepository);
}

async function readOwnHead(
  run: Run,
  prepared: Prepared,
  repository: ParsedRepository,
): Promise<string | null> {
  const options = remoteOptions(run, repository);
  const commit = await readRemoteCommit(options, await openRemote(options), run.job.branch, run.signal);
  await assertOwnHead(run, prepared, { repository, commit });
  return commit;
}

async function pushOrFork(
  run: Run,
  prepared: Prepared,
  change: { commit: string; replaced: string | null },
): Promise<Pushed> {
  const { fork } = run.job;
  try {
    const compareUrl = await pushTo(run, prepared, { ...change, repository: prepared.branchRepository });
    return { commit: change.commit, fork, compareUrl };
  } catch (error) {
    const { connection } = run.host();
    const mayFork = run.job.settings.pullRequests?.fork === true && connection.ensureFork !== undefined;
    if (fork !== null || !mayFork || !isPushForbidden(error)) throw error;
    const own = await connection.ensureFork!();
    const repository = parseRepository(own.repository);
    // The branch may be that of an earlier attempt that died before it was recorded.
    const replaced = isChosenBranch(run.job) ? await readOwnHead(run, prepared, repository) : undefined;
    await pushTo(run, prepared, { commit: change.commit, replaced, repository });
    return { commit: change.commit, fork: own, compareUrl: null };
  }
}

async function pushTo(
  run: Run,
  prepared: Prepared,
  push: { commit: string; replaced: string | null | undefined; repository: ParsedRepository },
): Promise<string | null> {
  const { compareUrl } = await pushBranch({
    ...remoteOptions(run, push.repository),
    workspace: prepared.tree.mirror,
    commit: push.commit,
    branch: run.job.branch,
    // A fork may lag behind.
    ...(push.repository === prepared.branchRepository &&
      run.job.fork === null && { remoteHas: [prepared.baseCommit], baseRef: prepared.baseRef }),
    ...(push.replaced === undefined ? {} : { expectedRemoteCommit: push.replaced }),
    signal: run.signal,
  });
  return compareUrl;
}

/**
 * Commits through the API. Pushes work of earlier turns that the branch lacks, as after a rebase, first:
 * the API only adds one commit.
 */
async function commitThroughApi(
  run: Run,
  prepared: Prepared,
  { edited, replaced }: { edited: Edited; replaced: string | null },
): Promise<string> {
  const { startCommit, baseCommit } = prepared;
  if (startCommit !== baseCommit && startCommit !== replaced)
    await pushTo(run, prepared, { commit: startCommit, replaced, repository: prepared.branchRepository });
  return await run.host().connection.commitFiles!({
    branch: run.job.branch,
    parent: startCommit,
    message: writeCommitMessage(run.job, edited),
    files: await readFiles(run, prepared),
  });
}

async function readFiles(run: Run, prepared: Prepared): Promise<CommittedFile[]> {
  const { tree, startCommit } = prepared;
  const { files } = await tree.diffFrom(startCommit, run.signal);
  const changed: CommittedFile[] = [];
  for (const { path, oldPath, status } of files) {
    if (oldPath !== undefined) changed.push({ path: oldPath, content: null });
    const content = status === "D" ? null : await tree.readIfPresent(path, run.signal);
    changed.push({ path, content });
  }
  return changed;
}
