import type { OpenReview, ReviewedJob } from "../code-hosts/open-review.ts";
import type { HostReview } from "../code-hosts/types.ts";
import { AppError } from "../errors.ts";
import { recordSeenApprovals } from "../feedback/approval-intents.ts";
import { setPullRequestState } from "../feedback/set-pull-request-state.ts";
import { deleteBranch } from "../git/remote/delete-branch.ts";
import { parseRepository } from "../git/remote/parse-repository.ts";
import type { Log } from "../log.ts";
import type { Gate } from "../outgoing/create-gate.ts";
import { loadReviewedJob, markBranchGone, type ReviewedJobRow } from "../review/load-reviewed-job.ts";
import type { ProjectHost } from "../worker/project-host.ts";
import { toRemoteNetwork } from "./create-network.ts";
import { openJobGate } from "./open-job-gate.ts";
import { createProjectHosts, type ProjectHostDeps } from "./open-project-host.ts";

export type ReviewHostDeps = ProjectHostDeps & { log: Log };

/**
 * Decides about pull requests from an API process: texts pass the gate, and the job's record is updated at
 * once.
 */
export function createReviewHosts(deps: ReviewHostDeps): OpenReview {
  const openProjectHost = createProjectHosts(deps);
  return async (job, signal) => {
    const row = await loadReviewedJob(deps.database, job);
    if (row === undefined) throw new AppError("job_not_found", "The project has no such job.");
    const host = openProjectHost(row, signal);
    const { review } = host.connection;
    if (review === undefined) return null;
    const gate = await openJobGate(deps, row);
    return {
      ...recording(deps, job, cleaning(gate, review)),
      deleteBranch: (branch, commit) => deleteOf(deps, { job, row, host, signal }, { branch, commit }),
    };
  };
}

type Decisions = Omit<HostReview, "deleteBranch">;

function cleaning(gate: Gate, review: Decisions): Decisions {
  return {
    ...review,
    async approve(number, input) {
      const { body } = input;
      await review.approve(number, { ...input, ...(body !== undefined && { body: await gate.mask(body) }) });
    },
    async merge(number, input) {
      const [title, message] = [await gate.mask(input.title), await gate.mask(input.message)];
      return await review.merge(number, { ...input, title, message });
    },
  };
}

/**
 * Records at once what the host reports a moment later; a webhook or the next look then finds nothing new.
 */
function recording({ database }: ReviewHostDeps, { jobId }: ReviewedJob, review: Decisions): Decisions {
  return {
    ...review,
    async read(number) {
      const state = await review.read(number);
      await setPullRequestState(database, { jobId, number }, state.state);
      await recordSeenApprovals({ database }, jobId, state);
      return state;
    },
    async merge(number, input) {
      const merged = await review.merge(number, input);
      await setPullRequestState(database, { jobId, number }, "merged", merged.mergeCommit);
      return merged;
    },
    async close(number) {
      await review.close(number);
      await setPullRequestState(database, { jobId, number }, "closed");
    },
  };
}

/** Deletes the branch, in the fork if it is there. */
async function deleteOf(
  { database, config }: ReviewHostDeps,
  {
    job,
    row,
    host,
    signal,
  }: { job: ReviewedJob; row: ReviewedJobRow; host: ProjectHost; signal: AbortSignal | undefined },
  { branch, commit }: { branch: string; commit: string },
): Promise<void> {
  const outcome = await deleteBranch({
    repository: parseRepository(row.fork?.repository ?? row.repository),
    access: () => host.access(),
    allowPrivateAddresses: config.allowPrivateAddresses,
    network: toRemoteNetwork(config),
    branch,
    commit,
    // Unless Copydesk chose the name, only the job's own branch.
    isChosen: branch === row.branch,
    signal,
  });
  if (outcome === "changed") {
    throw new AppError("stale_review", `The branch ${branch} has commits that were not reviewed, and stays.`);
  }
  await markBranchGone(database, { jobId: job.jobId, branch, commit });
}
