import {
  claimBranchDeletions,
  type DueBranchDeletion,
  deletionTriesMax,
  isDeletionDue,
  markBranchDone,
} from "../../feedback/claim-branch-deletions.ts";
import { setPullRequestState } from "../../feedback/set-pull-request-state.ts";
import type { DeleteBranchOptions } from "../../git/remote/delete-branch.ts";
import type { RemoteNetwork } from "../../git/remote/open-remote.ts";
import { parseRepository } from "../../git/remote/parse-repository.ts";
import type { Log } from "../../log.ts";
import type { Database } from "../../store/database.ts";
import type { OpenProjectHost, ProjectHost } from "../project-host.ts";

/** Deletes a branch only while it has the commit; `gone` and `changed` are not errors. */
export type DeleteBranch = (options: DeleteBranchOptions) => Promise<"deleted" | "gone" | "changed">;

export interface DeletionDeps {
  database: Database;
  log: Log;
  openProjectHost: OpenProjectHost;
  allowPrivateAddresses: boolean;
  network?: RemoteNetwork;
  deleteBranch: DeleteBranch;
}

const roundMax = 10;

/**
 * Deletes the branches of jobs whose pull requests were merged or closed, if the project wants that: only
 * as the job left them, and not during a turn of the job. Retries after a failure or the worker's death.
 * Safe on several workers at once.
 */
export async function deleteMergedBranches(deps: DeletionDeps, signal: AbortSignal): Promise<void> {
  for (let isMore = true; isMore && !signal.aborted; ) {
    const claimed = await claimBranchDeletions(deps.database, { limit: roundMax });
    for (const due of claimed) await tryToDelete(deps, due, signal);
    isMore = claimed.length === roundMax;
  }
}

async function tryToDelete(deps: DeletionDeps, due: DueBranchDeletion, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const log = deps.log.child({ job: due.jobId, branch: due.branch });
  try {
    await deleteOne(deps, due, signal, log);
  } catch (error) {
    const gaveUp = due.tries >= deletionTriesMax;
    log.warn({ err: error }, gaveUp ? "the branch stays" : "could not delete a branch yet");
  }
}

async function deleteOne(
  deps: DeletionDeps,
  due: DueBranchDeletion,
  signal: AbortSignal,
  log: Log,
): Promise<void> {
  const { database, allowPrivateAddresses, network } = deps;
  const host = deps.openProjectHost(due, signal);
  if (!(await isAtItsEnd(deps, due, host)) || !(await isDeletionDue(database, due))) return;
  const outcome = await deps.deleteBranch({
    repository: parseRepository(due.fork?.repository ?? due.repository),
    access: () => host.access(),
    allowPrivateAddresses,
    ...(network && { network }),
    branch: due.branch,
    isChosen: due.isChosen,
    commit: due.headCommit,
    signal,
  });
  await markBranchDone(database, due, outcome !== "changed");
  log.info({ outcome }, "looked after the branch of an ended pull request");
}

/**
 * Whether the pull request has ended. Asks the host, because deleting the branch of an open one would close
 * it and a late delivery may be wrong.
 */
async function isAtItsEnd(
  { database }: DeletionDeps,
  due: DueBranchDeletion,
  { connection }: ProjectHost,
): Promise<boolean> {
  const found = await connection.pullRequests.getPullRequest(due.number);
  const state = found?.state ?? "closed";
  await setPullRequestState(database, due, state);
  return state !== "open";
}
