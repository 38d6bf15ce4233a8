import { randomUUID } from "node:crypto";
import type { CleanData, CleanText } from "../../outgoing/clean-text.ts";
import type { Database } from "../../store/database.ts";
import { retryConflicts } from "../../store/retry-conflicts.ts";
import { serviceAuthor } from "../../store/service-author.ts";
import { toJsonb, toText } from "../../store/storable-text.ts";
import type { WorkerEventKind } from "../event-kinds.ts";
import { insertEvent } from "../insert-event.ts";
import type { Usage } from "../record.ts";

/** An event whose data was cleaned after its type was checked against the kind. */
export interface NewEvent {
  kind: WorkerEventKind;
  data: CleanData;
}

/** Columns of the job that change together with an event. */
export interface JobProgress {
  baseRef?: string;
  baseCommit?: string;
  /** Git hash of the repository's `.copydesk.yml` at the base. */
  policyBlob?: string;
  headCommit?: string;
  fork?: { repository: string; owner: string };
  usage?: Usage;
  patch?: CleanText;
  /** The whole change from the base. */
  changed?: { files: number; lines: number; paths: string[] };
  /** Number of the latest message that the agent was given. */
  messagesTaken?: number;
  /** True if the turn starts over with the last event: nothing before it is repeated. */
  restartsTurn?: boolean;
}

/** Numbers of the last written event and of the job's latest message. */
export interface Appended {
  seq: number;
  messageSeq: number;
  /** True if the project, or the key that opened the turn, has a monthly cap. */
  hasCaps: boolean;
}

const newest = `
  select job.event_seq as seq, job.message_seq as "messageSeq",
    exists (select from projects where id = job.project_id and settings -> 'monthlyCap' <> '{}')
    or exists (select from api_keys where id = job.turn_api_key_id and monthly_cap <> '{}') as "hasCaps"`;

const append = `
  with job as (
    update jobs set event_seq = event_seq + cardinality($3::text[]), updated_at = clock_timestamp(),
      base_ref = coalesce($5, base_ref), base_commit = coalesce($6, base_commit),
      usage = coalesce($7::jsonb, usage), patch = coalesce($8, patch), head_commit = coalesce($9, head_commit),
      fork = coalesce($13::jsonb, fork), messages_taken = coalesce($10, messages_taken),
      changed = coalesce($14::jsonb, changed), policy_blob = coalesce($15, policy_blob),
      turn_seq = case when $11 then event_seq + cardinality($3::text[]) else turn_seq end, append_token = $12
    where id = $1 and lease = $2 and status = 'active' and append_token is distinct from $12
    returning id, project_id, turn_api_key_id, event_seq, message_seq
  ), events as (
    ${insertEvent(
      {
        jobId: "job.id",
        seq: "job.event_seq - cardinality($3::text[]) + place",
        kind: "given.kind",
        data: "given.data",
        author: serviceAuthor,
      },
      "from job cross join unnest($3::text[], $4::text[]) with ordinality as given (kind, data, place) order by place",
    )}
  )
  ${newest} from job`;

const find = `
  ${newest} from jobs as job where id = $1 and lease = $2 and status = 'active' and append_token = $3`;

/**
 * Adds events in their order under the lease; null if the job has another lease by now, and then nothing
 * was written. Safe to call again with the same token after a lost answer; retries by itself after a
 * deadlock.
 */
export async function appendEvent(
  database: Database,
  job: { id: string; lease: string },
  event: NewEvent | readonly NewEvent[],
  { progress = {}, token = randomUUID() }: { progress?: JobProgress; token?: string } = {},
): Promise<Appended | null> {
  const events = [event].flat() as NewEvent[];
  const values = [
    job.id,
    job.lease,
    events.map(({ kind }) => kind),
    events.map(({ data }) => toJsonb(data)),
    progress.baseRef ?? null,
    progress.baseCommit ?? null,
    progress.usage === undefined ? null : JSON.stringify(progress.usage),
    progress.patch === undefined ? null : toText(progress.patch),
    progress.headCommit ?? null,
    progress.messagesTaken ?? null,
    progress.restartsTurn ?? false,
    token,
    progress.fork === undefined ? null : JSON.stringify(progress.fork),
    progress.changed === undefined ? null : toJsonb(progress.changed),
    progress.policyBlob ?? null,
  ];
  const statement = { name: "append-event", text: append, values };
  const { rows } = await retryConflicts(() => database.pool.query<Appended>(statement));
  if (rows[0] !== undefined) return rows[0];
  const { rows: written } = await database.pool.query<Appended>(find, [job.id, job.lease, token]);
  return written[0] ?? null;
}
