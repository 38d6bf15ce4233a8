import type { Usage } from "../../jobs/record.ts";
import type { Database } from "../database.ts";
import { toJsonb, toText } from "../storable-text.ts";

export interface JobEvent {
  kind: string;
  data: Record<string, unknown>;
}

/** Columns of the job that change together with an event. */
export interface JobProgress {
  baseRef?: string;
  baseCommit?: string;
  usage?: Usage;
  patch?: string;
}

const append = `
  with job as (
    update jobs set event_seq = event_seq + 1, updated_at = clock_timestamp(),
      base_ref = coalesce($5, base_ref), base_commit = coalesce($6, base_commit),
      usage = coalesce($7::jsonb, usage), patch = coalesce($8, patch)
    where id = $1 and lease = $2 and status = 'active'
    returning id, event_seq
  )
  insert into job_events (job_id, seq, kind, data) select id, event_seq, $3, $4::jsonb from job returning seq`;

/** Adds one event under the lease; false when the lease is no longer the job's, and then nothing was written. */
export async function appendEvent(
  database: Database,
  job: { id: string; lease: string },
  event: JobEvent,
  progress: JobProgress = {},
): Promise<boolean> {
  const { rows } = await database.pool.query(append, [
    job.id,
    job.lease,
    event.kind,
    toJsonb(event.data),
    progress.baseRef ?? null,
    progress.baseCommit ?? null,
    progress.usage === undefined ? null : JSON.stringify(progress.usage),
    progress.patch === undefined ? null : toText(progress.patch),
  ]);
  return rows.length === 1;
}
