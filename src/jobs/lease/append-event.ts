import { randomUUID } from "node:crypto";
import type { CleanData, CleanText } from "../../outgoing/clean-text.ts";
import type { Database } from "../../store/database.ts";
import { retryConflicts } from "../../store/retry-conflicts.ts";
import { serviceAuthor } from "../../store/service-author.ts";
import { toJsonb, toText } from "../../store/storable-text.ts";
import type { WorkerEventKind } from "../event-kinds.ts";
import { insertEvent } from "../insert-event.ts";
import type { Usage } from "../record.ts";

/** Its data went through the gate after its type was checked against the kind. */
export interface NewEvent {
  kind: WorkerEventKind;
  data: CleanData;
}

/** Columns of the job that change together with an event. */
export interface JobProgress {
  baseRef?: string;
  baseCommit?: string;
  /** Of the repository's `.copydesk.yml` at the base. */
  policyBlob?: string;
  headCommit?: string;
  fork?: { repository: string; owner: string };
  usage?: Usage;
  patch?: CleanText;
  /** The whole change from the base. */
  changed?: { files: number; lines: number; paths: string[] };
  /** Number of the newest message that the agent was given. */
  messagesTaken?: number;
  /** True when the turn starts over with this event: nothing before it is to be repeated. */
  restartsTurn?: boolean;
}

/** The numbers of the event that was written and of the newest message of the job. */
export interface Appended {
  seq: number;
  messageSeq: number;
}

const append = `
  with job as (
    update jobs set event_seq = event_seq + 1, updated_at = clock_timestamp(),
      base_ref = coalesce($5, base_ref), base_commit = coalesce($6, base_commit),
      usage = coalesce($7::jsonb, usage), patch = coalesce($8, patch), head_commit = coalesce($9, head_commit),
      fork = coalesce($13::jsonb, fork), messages_taken = coalesce($10, messages_taken),
      changed = coalesce($14::jsonb, changed), policy_blob = coalesce($15, policy_blob),
      turn_seq = case when $11 then event_seq + 1 else turn_seq end, append_token = $12
    where id = $1 and lease = $2 and status = 'active' and append_token is distinct from $12
    returning id, event_seq, message_seq
  ), event as (
    ${insertEvent({ jobId: "id", seq: "event_seq", kind: "$3", data: "$4", author: serviceAuthor }, "from job")}
  )
  select event_seq as seq, message_seq as "messageSeq" from job`;

const find = `
  select event_seq as seq, message_seq as "messageSeq" from jobs
  where id = $1 and lease = $2 and status = 'active' and append_token = $3`;

/**
 * Adds one event under the lease; null when the lease is no longer the job's, and then nothing was written.
 * Called again with the same token after a lost answer it writes nothing twice; it begins again by itself
 * when it loses a deadlock.
 */
export async function appendEvent(
  database: Database,
  job: { id: string; lease: string },
  event: NewEvent,
  { progress = {}, token = randomUUID() }: { progress?: JobProgress; token?: string } = {},
): Promise<Appended | null> {
  const values = [
    job.id,
    job.lease,
    event.kind,
    toJsonb(event.data),
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
  const { rows } = await retryConflicts(() => database.pool.query<Appended>(append, values));
  if (rows[0] !== undefined) return rows[0];
  const { rows: written } = await database.pool.query<Appended>(find, [job.id, job.lease, token]);
  return written[0] ?? null;
}
