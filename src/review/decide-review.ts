import type { Actor } from "../audit/actor.ts";
import type { AuditAction } from "../audit/audit-actions.ts";
import { recordAudit } from "../audit/record-audit.ts";
import type { HostReview } from "../code-hosts/types.ts";
import { AppError, isAppError } from "../errors.ts";
import {
  forgetApproval,
  intendApproval,
  isApprovalInDoubt,
  recordApproval,
} from "../feedback/approval-intents.ts";
import type { JobAddress } from "../jobs/get-job.ts";
import type { JobPullRequest } from "../jobs/record.ts";
import { mergeTitle } from "../pull-requests/merge-title.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { assertFresh } from "./assert-fresh.ts";
import { type DecisionIntent, forgetDecision, intendDecision, subjectOf } from "./decision-intents.ts";
import { loadReviewJob, type ReviewJob } from "./load-review-job.ts";
import { loadSummaries } from "./load-summaries.ts";
import type { ReviewDeps } from "./review-deps.ts";
import { approveBody, mergeBody } from "./review-inputs.ts";

export type DecideDeps = Pick<ReviewDeps, "database" | "openReview">;

/** The person who decides, for the audit log and as author of Copydesk's own commits. */
export interface Decider {
  actor: Actor;
  person: { name: string; email: string };
}

/** API keys and commands have no e-mail address of their own. */
export function personOf({ author }: Actor, email = "copydesk@localhost"): Decider["person"] {
  return { name: "name" in author && author.name ? author.name : "Copydesk", email };
}

/**
 * Approves the pull request on its host. Throws `stale_review`, `merge_not_allowed`, and refusals by the code
 * host.
 */
export async function approveReview(
  deps: DecideDeps,
  address: JobAddress,
  input: unknown,
  { actor }: Decider,
): Promise<void> {
  const { headCommit, body } = parseInput(approveBody, input);
  const { job, pull, host } = await openDecision(deps, address);
  assertFresh(job, headCommit);
  const { approvals } = await host.read(pull.number);
  const intent = { jobId: job.id, projectId: job.projectId, headCommit, approvals, actor };
  const id = await intendApproval(deps, { ...intent, subject: subjectOf(job) });
  try {
    await host.approve(pull.number, { headCommit, ...(body !== undefined && { body }) });
  } catch (error) {
    // Without a response, the host may still have done it.
    if (!isAppError(error, "code_host_unavailable")) await forgetApproval(deps, id);
    throw error;
  }
  await recordApproval(deps, id);
}

/**
 * Merges exactly the reviewed commit; succeeds if it is already merged. Throws `stale_review`,
 * `merge_conflict`, `merge_not_allowed`, and refusals by the code host.
 */
export async function mergeReview(
  deps: DecideDeps,
  address: JobAddress,
  input: unknown,
  { actor, person }: Decider,
): Promise<void> {
  const { headCommit, method, title, deleteBranch } = parseInput(mergeBody, input);
  const { job, pull, host } = await openDecision(deps, address);
  assertFresh(job, headCommit);
  const [given, message] = [title ?? (await titleOf(deps, job, method)), await messageOf(deps, job)];
  const merge = () => host.merge(pull.number, { method, headCommit, by: person, title: given, message });
  if (pull.state === "merged") await merge();
  else await decide(deps, job, { state: "merged", actor, after: { method, headCommit } }, merge);
  if (deleteBranch && job.branchDeletedAt === null)
    await deleteAfterMerge(deps, { job, host, headCommit, actor });
}

/** Closes the pull request without merging it, and keeps the branch. */
export async function closeReview(deps: DecideDeps, address: JobAddress, { actor }: Decider): Promise<void> {
  const { job, pull, host } = await openDecision(deps, address);
  const close = () => host.close(pull.number);
  if (pull.state === "closed") await close();
  else await decide(deps, job, { state: "closed", actor, after: {} }, close);
}

/** The audit entry is written with the new state, even if this process dies between host and database. */
async function decide(
  deps: DecideDeps,
  job: ReviewJob,
  intent: DecisionIntent,
  ask: () => Promise<unknown>,
): Promise<void> {
  await intendDecision(deps, job, intent);
  try {
    await ask();
  } catch (error) {
    // Without a response, the host may still have done it.
    if (!isAppError(error, "code_host_unavailable")) await forgetDecision(deps, job);
    throw error;
  }
}

/**
 * Deletes the branch if it is as the job left it. Throws `stale_review` if others have pushed to it,
 * `merge_not_allowed` while its pull request is open.
 */
export async function deleteReviewedBranch(
  deps: DecideDeps,
  address: JobAddress,
  { actor }: Decider,
): Promise<void> {
  const { job, pull, host } = await openDecision(deps, address);
  if (pull.state === "open") throw notAllowed("The pull request is open. Merge or close it first.");
  if (job.headCommit === null || job.branchDeletedAt !== null) return;
  await host.deleteBranch(job.branch, job.headCommit);
  await audit(deps, job, {
    action: "branch.deleted",
    actor,
    before: { branch: job.branch, commit: job.headCommit },
  });
}

interface Decision {
  job: ReviewJob;
  pull: JobPullRequest;
  host: HostReview;
}

async function openDecision(deps: DecideDeps, address: JobAddress): Promise<Decision> {
  const job = await loadReviewJob(deps, address);
  if (job.pullRequest === null) throw new AppError("pull_request_not_found", "The job has no pull request.");
  if (job.status === "active")
    throw new AppError("job_active", "The job is at work on its pull request. Wait until it has ended.");
  const host = await deps.openReview(address);
  if (host === null)
    throw notAllowed("The repository's host takes no decisions from Copydesk. Decide it there.");
  // The host no longer reports the number of approvals once a pull request has ended.
  if (await isApprovalInDoubt(deps, job.id)) await host.read(job.pullRequest.number);
  return { job, pull: job.pullRequest, host };
}

/** Uses the project's template for squashed merges; others have the title of the pull request. */
async function titleOf({ database }: DecideDeps, job: ReviewJob, method: string): Promise<string> {
  const { title, settings, id, pullRequest } = job;
  if (method !== "squash" || settings.pullRequests?.squashTitle === undefined)
    return title ?? "Documentation change";
  const { rows } = await guardStore(() =>
    database.pool.query<{ topic: string | null }>("select topic from jobs where id = $1", [id]),
  );
  const topic = rows[0]?.topic ?? null;
  return mergeTitle(settings.pullRequests, { title, topic, number: pullRequest!.number });
}

async function messageOf({ database }: DecideDeps, { id }: ReviewJob): Promise<string> {
  return [...(await loadSummaries(database, id)), `Copydesk-Job: ${id}`].join("\n\n");
}

/** A failure here does not affect the merge: the branch can be deleted later. */
async function deleteAfterMerge(
  deps: DecideDeps,
  { job, host, headCommit, actor }: { job: ReviewJob; host: HostReview; headCommit: string; actor: Actor },
): Promise<void> {
  try {
    await host.deleteBranch(job.branch, headCommit);
  } catch (error) {
    if (isAppError(error)) return;
    throw error;
  }
  await audit(deps, job, {
    action: "branch.deleted",
    actor,
    before: { branch: job.branch, commit: headCommit },
  });
}

async function audit(
  { database }: DecideDeps,
  job: ReviewJob,
  entry: { action: AuditAction; actor: Actor; before?: unknown; after?: unknown },
): Promise<void> {
  await inTransaction(database, (client) =>
    recordAudit(client, { ...entry, projectId: job.projectId, subject: subjectOf(job) }),
  );
}

function notAllowed(message: string): AppError {
  return new AppError("merge_not_allowed", message);
}
