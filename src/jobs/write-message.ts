import type { Client } from "../store/database.ts";
import { toJsonb, toText } from "../store/storable-text.ts";
import { type Origin, originFields } from "../telemetry/origin.ts";
import type { Author } from "./author.ts";
import { insertEvent, toEventData } from "./insert-event.ts";
import { type JobRow, jobRowColumns } from "./job-row.ts";
import type { LimitedOperation } from "./new-job.ts";
import type { ProjectState } from "./read-message-state.ts";

export interface NewMessage {
  projectId: string;
  jobId: string;
  /**
   * API key whose monthly cap a turn begun by this message counts against, besides the project's; null:
   * none.
   */
  apiKeyId: string | null;
  author: Author;
  /** Request that the message comes from, if any. */
  origin?: Origin | undefined;
  prompt: string;
  idempotency: { key: string; requestHash: Buffer } | null;
  toAnswer(row: JobRow): string;
}

// A process that stops in the middle of a message keeps its project's lock: others wait this long, then the
// server ends its transaction.
export const timeLimits =
  "set local lock_timeout = '5s'; set local idle_in_transaction_session_timeout = '10s'; set local statement_timeout = '8s'";

const columns = jobRowColumns.map((column) => `jobs.${column}`).join(", ");

// A running job takes the message with its next step; an ended one begins its next turn with it.
const add = `
  update jobs set event_seq = event_seq + 1, message_seq = event_seq + 1, updated_at = clock_timestamp(),
    status = 'active',
    reason = case when status = 'active' then reason else 'queued' end,
    queued_at = case when status = 'active' then queued_at else clock_timestamp() end,
    message = case when status = 'active' then message else '' end,
    turn = case when status = 'active' then turn else turn + 1 end,
    turn_seq = case when status = 'active' then turn_seq else event_seq + 1 end,
    turn_prompt = case when status = 'active' then turn_prompt else $3 end,
    turn_api_key_id = case when status = 'active' then turn_api_key_id else $4 end,
    messages_taken = case when status = 'active' then messages_taken else event_seq + 1 end,
    turn_started_at = case when status = 'active' then turn_started_at end,
    publish_only = status = 'active' and publish_only,
    crash_count = case when status = 'active' then crash_count else 0 end,
    lease = case when status = 'active' then lease end,
    worker_id = case when status = 'active' then worker_id end,
    finished_at = null, archived_at = null
  where id = $1 and project_id = $2
  returning ${columns}, jobs.turn, jobs.event_seq`;

const record = `
  with event as (
    ${insertEvent({ jobId: "$1", seq: "$2", kind: "'message'", data: "$3", author: "$7" })}
  ), used as (
    insert into rate_uses (project_id, operation, used_at) values ($4, $5, $6)
  ), dropped as (
    delete from rate_uses
    where project_id = $4 and operation = $5 and used_at <= statement_timestamp() - interval '60 minutes'
  )
  select 1`;

const keep = `
  insert into idempotency_keys as kept (project_id, operation, key, request_hash, job_id, response, joined)
  values ($1, $2, $3, $4, $5, to_jsonb($6::text), true)
  on conflict (project_id, operation, key) do update set request_hash = excluded.request_hash,
    job_id = excluded.job_id, response = excluded.response, joined = true, created_at = clock_timestamp()`;

/**
 * Writes a message in the caller's transaction, which holds the project's lock; the use and the kept answer
 * count for `operation`.
 */
export async function writeMessage(
  client: Client,
  {
    message,
    project,
    operation,
  }: { message: NewMessage; project: ProjectState; operation: LimitedOperation },
): Promise<string> {
  const { projectId, jobId, prompt, idempotency } = message;
  const { rows } = await client.query(add, [jobId, projectId, toText(prompt), message.apiKeyId]);
  const row = rows[0] as JobRow & { turn: number; event_seq: number };
  const data = toEventData("message", { prompt, turn: row.turn, ...originFields(message.origin) });
  const author = toJsonb(message.author);
  await client.query(record, [jobId, row.event_seq, data, projectId, operation, project.usedAt, author]);
  const answer = message.toAnswer(row);
  if (idempotency !== null) {
    const { key, requestHash } = idempotency;
    await client.query(keep, [projectId, operation, key, requestHash, jobId, answer]);
  }
  return answer;
}
