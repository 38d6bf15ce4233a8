import type { CleanText } from "../../outgoing/clean-text.ts";
import type { Database } from "../../store/database.ts";
import { retryConflicts } from "../../store/retry-conflicts.ts";
import { serviceAuthor } from "../../store/service-author.ts";
import { toJsonb, toText } from "../../store/storable-text.ts";
import { recordVersion } from "../events.ts";
import { toEventData } from "../insert-event.ts";
import type { CheckCounts, JobPullRequest, JobReason, Usage } from "../record.ts";
import type { ClaimedJob } from "./claim-job.ts";
import { hasLoggedWork } from "./pending-patches.ts";

export interface JobResult {
  status: "completed" | "failed";
  reason: JobReason;
  message: CleanText;
  title: CleanText | null;
  pullRequest: JobPullRequest | null;
  checks: CheckCounts | null;
  patch: CleanText | null;
  usage: Usage;
}

const finish = `
  select finish_job($1, $2, $3, $4, $5, $6, $7::jsonb, $8::jsonb, $9, $10::jsonb, $11, $12::json, ${serviceAuthor}, ${recordVersion}) as stored`;

/**
 * Ends the turn and writes its event in one transaction; false if the job has another lease by now. A job
 * with messages that no turn has seen continues with them at once.
 */
export async function finishJob(
  { database }: { database: Database },
  job: ClaimedJob,
  result: JobResult,
  { longestStallMs = 0 }: { longestStallMs?: number } = {},
): Promise<boolean> {
  const { reason, message, pullRequest, checks } = result;
  const values = [
    job.id,
    job.lease,
    result.status,
    result.reason,
    toText(result.message),
    result.title === null ? null : toText(result.title),
    result.pullRequest === null ? null : toJsonb(result.pullRequest),
    result.checks === null ? null : toJsonb(result.checks),
    result.patch === null ? null : toText(result.patch),
    toJsonb(result.usage),
    longestStallMs,
    toEventData(result.status, { reason, message, pullRequest, checks }),
  ];
  const { rows } = await retryConflicts(() =>
    database.pool.query<{ stored: boolean }>({ name: "finish-job", text: finish, values }),
  );
  return rows[0]!.stored;
}

const keepWork = `
  update jobs set pull_request = coalesce($3::jsonb, pull_request), checks = coalesce($4::jsonb, checks),
    patch = coalesce($5, patch), title = coalesce($6, title), lease = null, worker_id = null, updated_at = clock_timestamp(),
    patch_seq = case when $5::text is null and ${hasLoggedWork} then patch_seq end, patch_due_at = clock_timestamp()
  where id = $1 and lease = $2 and status = 'failed' and reason = 'cancelled'`;

/** Stores what the worker had done before a cancel: the patch, and a pull request that was already open. */
export async function keepCancelledWork(
  { database }: { database: Database },
  job: ClaimedJob,
  result: JobResult,
): Promise<void> {
  await retryConflicts(() =>
    database.pool.query(keepWork, [
      job.id,
      job.lease,
      result.pullRequest === null ? null : toJsonb(result.pullRequest),
      result.checks === null ? null : toJsonb(result.checks),
      result.patch === null ? null : toText(result.patch),
      result.title === null ? null : toText(result.title),
    ]),
  );
}
