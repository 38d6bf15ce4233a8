import type { CheckCounts, JobPullRequest, JobReason, Usage } from "../../jobs/record.ts";
import { type Database, inTransaction } from "../database.ts";
import type { Queue } from "../queue/queue.ts";
import { toJsonb, toText } from "../storable-text.ts";
import type { ClaimedJob } from "./claim-job.ts";

export interface JobResult {
  status: "completed" | "failed";
  reason: JobReason;
  message: string;
  title: string | null;
  pullRequest: JobPullRequest | null;
  checks: CheckCounts | null;
  patch: string | null;
  usage: Usage;
}

const finish = `
  with job as (
    update jobs set status = $3, reason = $4, message = $5, title = coalesce($6, title),
      pull_request = coalesce($7::jsonb, pull_request), checks = $8::jsonb, patch = coalesce($9, patch), usage = $10::jsonb,
      lease = null, worker_id = null, event_seq = event_seq + 1,
      updated_at = clock_timestamp(), finished_at = clock_timestamp()
    where id = $1 and lease = $2 and status = 'active'
    returning id, event_seq
  ), event as (
    insert into job_events (job_id, seq, kind, data)
    select id, event_seq, $3, jsonb_build_object('reason', $4::text, 'message', $5::text, 'pullRequest', $7::jsonb, 'checks', $8::jsonb) from job
  )
  select pg_notify('copydesk_job', id) from job`;

/** Ends the job, its event and its queue entry in one transaction; false when the lease is no longer the job's. */
export function finishJob(
  deps: { database: Database; queue: Queue },
  job: ClaimedJob,
  result: JobResult,
): Promise<boolean> {
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
    ]);
    if (rows.length === 0) return false;
    await deps.queue.complete(client, job.attempt);
    return true;
  });
}
