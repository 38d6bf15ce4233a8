import { fetchBranchHead } from "../git/fetch/fetch-branch-head.ts";
import { gitOutput } from "../git/programs/git-output.ts";
import { readRemoteCommit } from "../git/remote/find-remote-branch.ts";
import { openRemote } from "../git/remote/open-remote.ts";
import type { ParsedRepository } from "../git/remote/parse-repository.ts";
import { branchPrefix } from "../git/remote/push-branch.ts";
import { JobFailure } from "./failure.ts";
import { remoteOptions } from "./remote-options.ts";
import type { Prepared, Run } from "./run.ts";

/**
 * Whether the create request named the branch: nobody else uses a name made from a job's id, but a chosen
 * one may be anybody's.
 */
export function isChosenBranch({ branch }: { branch: string }): boolean {
  return !branch.startsWith(branchPrefix);
}

/**
 * Throws if the repository has the chosen branch. Called before any cost, and before the job can have
 * pushed.
 */
export async function assertBranchFree(run: Run, repository: ParsedRepository): Promise<void> {
  const { job, signal } = run;
  if (!isChosenBranch(job) || job.baseCommit !== null) return;
  const options = remoteOptions(run, repository);
  if ((await readRemoteCommit(options, await openRemote(options), job.branch, signal)) !== null)
    throw new JobFailure("repository_error", `The repository already has a branch ${job.branch}.`);
}

/**
 * Throws unless a chosen branch, to which an earlier attempt may have pushed, has only the job's own work,
 * which may be replaced. The job's commits name it; at the turn's start commit nothing is lost.
 */
export async function assertOwnHead(
  run: Run,
  { tree, startCommit }: Pick<Prepared, "tree" | "startCommit">,
  at: { repository: ParsedRepository; commit: string | null },
): Promise<void> {
  const { job, signal } = run;
  if (!isChosenBranch(job) || at.commit === null || at.commit === startCommit) return;
  const mirror = tree.mirror.gitDirectory;
  const options = { ...remoteOptions(run, at.repository), mirror, jobId: job.id, branch: job.branch, signal };
  const head = await fetchBranchHead(options);
  if (head?.commit === at.commit && (await namesJob(mirror, head.commit, job.id, signal))) return;
  throw new JobFailure(
    "repository_error",
    `Somebody else has created the branch ${job.branch} in the meantime; it was left as it is.`,
  );
}

async function namesJob(
  mirror: string,
  commit: string,
  jobId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const args = [`--git-dir=${mirror}`, "cat-file", "commit", commit];
  const text = (await gitOutput(args, { signal })).toString("utf8");
  return text.split("\n").includes(`Copydesk-Job: ${jobId}`);
}

/**
 * Throws if a chosen branch has other commits after the merge: it may have been deleted and its name
 * reused.
 */
export function assertNotReused(
  { job }: Run,
  start: { expectedRemoteCommit: string | null | undefined },
  pullRequest: "open" | "merged" | "closed" | "none",
): void {
  const found = start.expectedRemoteCommit ?? null;
  if (!isChosenBranch(job) || pullRequest !== "merged" || found === null || found === job.headCommit) return;
  throw new JobFailure(
    "repository_error",
    `The pull request was merged, and others have pushed to ${job.branch} since then. Create a new job instead.`,
  );
}
