import type { Client } from "../database.ts";
import { toJsonb } from "../storable-text.ts";
import { insertEvent, toEventData } from "./insert-event.ts";
import type { JobRow } from "./job-row.ts";
import type { NewJob } from "./new-job.ts";

/** A create that was admitted: its row, when it counts as used and the answer that is kept for its key. */
export interface AdmittedJob {
  job: NewJob;
  row: JobRow;
  baseRef: string | null;
  usedAt: string;
  answer: string;
}

// Arrays of arrays cannot be unnested row by row, so `paths` travels as JSON.
const writeJobs = `
  with input as (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::boolean[], $6::text[], $7::text[], $8::text[],
      $9::text[], $10::text[], $11::text[], $12::text[], $13::timestamptz[], $14::timestamptz[], $15::text[], $23::text[],
      $24::text[])
      as input (id, project_id, prompt, mode, as_draft, paths, budget, metadata, repository, base_ref, branch, model,
        created_at, used_at, event, key_id, author)
  ), added_jobs as (
    insert into jobs (id, project_id, status, reason, prompt, mode, as_draft, paths, budget, metadata, repository,
      base_ref, branch, model, event_seq, turn_seq, created_at, updated_at, turn_api_key_id,
      created_by)
    select id, project_id, 'active', 'queued', prompt, mode, as_draft,
      array(select jsonb_array_elements_text(paths::jsonb)), budget::jsonb, metadata::jsonb, repository,
      base_ref, branch, model, 1, 1, created_at, created_at, key_id, author::jsonb
    from input
  ), added_events as (
    ${insertEvent({ jobId: "id", seq: "1", at: "created_at", kind: "'created'", data: "event", author: "author" }, "from input")}
  ), added_uses as (
    insert into rate_uses (project_id, operation, used_at) select project_id, $16, used_at from input
  ), kept_answers as (
    insert into idempotency_keys as kept (project_id, operation, key, request_hash, job_id, response, created_at)
    select project_id, $16, key, request_hash, job_id, to_jsonb(response), created_at
    from unnest($17::text[], $18::text[], $19::bytea[], $20::text[], $21::text[], $22::timestamptz[])
      as answers (project_id, key, request_hash, job_id, response, created_at)
    on conflict (project_id, operation, key) do update set request_hash = excluded.request_hash,
      job_id = excluded.job_id, response = excluded.response, created_at = excluded.created_at
  ), dropped_uses as (
    delete from rate_uses
    where project_id = any($2::text[]) and operation = $16 and used_at <= clock_timestamp() - interval '60 minutes'
  )
  select 1`;

/** Writes jobs, their first events, uses and kept answers in one statement. */
export async function writeAdmittedJobs(
  client: Client,
  admitted: AdmittedJob[],
  operation: string,
): Promise<void> {
  const keyed = admitted.filter(({ job }) => job.idempotency !== null);
  await client.query(writeJobs, [
    admitted.map(({ job }) => job.id),
    admitted.map(({ job }) => job.projectId),
    admitted.map(({ job }) => job.prompt),
    admitted.map(({ job }) => job.mode),
    admitted.map(({ job }) => job.asDraft),
    admitted.map(({ job }) => JSON.stringify(job.paths)),
    admitted.map(({ job }) => JSON.stringify(job.budget)),
    admitted.map(({ job }) => JSON.stringify(job.metadata)),
    admitted.map(({ row }) => row.repository),
    admitted.map(({ baseRef }) => baseRef),
    admitted.map(({ row }) => row.branch),
    admitted.map(({ row }) => row.model),
    admitted.map(({ row }) => row.created_at),
    admitted.map(({ usedAt }) => usedAt),
    admitted.map(toCreatedEvent),
    operation,
    keyed.map(({ job }) => job.projectId),
    keyed.map(({ job }) => job.idempotency?.key),
    keyed.map(({ job }) => job.idempotency?.requestHash),
    keyed.map(({ job }) => job.id),
    keyed.map(({ answer }) => answer),
    keyed.map(({ row }) => row.created_at),
    admitted.map(({ job }) => job.apiKeyId),
    admitted.map(({ job }) => toJsonb(job.author)),
  ]);
}

function toCreatedEvent({ job, row, baseRef }: AdmittedJob): string {
  const { prompt, mode, asDraft, paths, budget, metadata } = job;
  return toEventData("created", {
    prompt,
    ref: baseRef,
    model: row.model,
    mode,
    asDraft,
    paths,
    budget,
    metadata,
    turn: 1,
  });
}
