import type { CheckCounts, JobPullRequest, JobReason, Usage } from "../../jobs/record.ts";
import type { CleanText } from "../../outgoing/clean-text.ts";
import { type Database, inTransaction } from "../database.ts";
import { insertEvent, toEventData } from "../jobs/insert-event.ts";
import { retryConflicts } from "../retry-conflicts.ts";
import { serviceAuthor } from "../service-author.ts";
import { toJsonb, toText } from "../storable-text.ts";
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
  with job as (
    update jobs set status = $3, reason = $4, message = $5, title = coalesce($6, title),
      pull_request = coalesce($7::jsonb, pull_request), checks = $8::jsonb, patch = coalesce($9, patch), usage = $10::jsonb,
      lease = null, worker_id = null, event_seq = event_seq + 1, longest_stall_ms = greatest(longest_stall_ms, $11),
      patch_seq = case when $3 = 'failed' and $9::text is null and ${hasLoggedWork} then turn_seq end,
      patch_due_at = clock_timestamp(), patch_tries = 0,
      updated_at = clock_timestamp(), finished_at = clock_timestamp()
    where id = $1 and lease = $2 and status = 'active'
    returning id, event_seq
  ), event as (
    ${insertEvent({ jobId: "id", seq: "event_seq", kind: "$3", data: "$12", author: serviceAuthor }, "from job")}
  )
  select pg_notify('copydesk_job', id) from job`;

// What people said too late for this turn is what the next one is about.
const reopen = `
  update jobs set status = 'active', reason = 'queued', message = '', turn = turn + 1, turn_seq = event_seq, publish_only = false,
    turn_prompt = (
      select string_agg(data ->> 'prompt', E'\\n\\n' order by seq) from job_events
      where job_id = jobs.id and kind = 'message' and seq > jobs.messages_taken),
    messages_taken = message_seq, crash_count = 0, queued_at = clock_timestamp(), turn_started_at = null,
    finished_at = null
  where id = $1 and message_seq > messages_taken`;

/**
 * Ends the turn and writes its event in one transaction; false when the lease is no longer the job's. A job that has
 * messages which no turn has seen goes on with them at once.
 */
export function finishJob(
  deps: { database: Database },
  job: ClaimedJob,
  result: JobResult,
  { longestStallMs = 0 }: { longestStallMs?: number } = {},
): Promise<boolean> {
  const { reason, message, pullRequest, checks } = result;
  return inTransaction(deps.database, async (client) => {
    const { rows } = await client.query(finish, [
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
    ]);
    if (rows.length === 0) return false;
    await client.query(reopen, [job.id]);
    return true;
  });
}

const keepWork = `
  update jobs set pull_request = coalesce($3::jsonb, pull_request), checks = coalesce($4::jsonb, checks),
    patch = coalesce($5, patch), title = coalesce($6, title), lease = null, worker_id = null, updated_at = clock_timestamp(),
    patch_seq = case when $5::text is null and ${hasLoggedWork} then patch_seq end, patch_due_at = clock_timestamp()
  where id = $1 and lease = $2 and status = 'failed' and reason = 'cancelled'`;

/** After a cancel the worker hands in what it had: the patch, and a pull request that was open already. */
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
