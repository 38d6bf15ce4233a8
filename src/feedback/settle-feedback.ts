import type { CleanText } from "../outgoing/clean-text.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { toText } from "../store/storable-text.ts";
import type { FeedbackState } from "./feedback-row.ts";

// No statement below changes feedback that another worker has advanced meanwhile.
const settle =
  "update host_feedback set state = $3, note = $4, due_at = clock_timestamp() where id = $1 and state = $2";

/** Ends feedback that is still in the given state; returns false if another worker has advanced it. */
export async function settleFeedback(
  { pool }: Pick<Database, "pool">,
  { id, state }: { id: number; state: FeedbackState },
  end: Exclude<FeedbackState, "pending" | "sent">,
  note = "",
): Promise<boolean> {
  return (await guardStore(() => pool.query(settle, [id, state, end, toText(note)]))).rowCount === 1;
}

const sent = `
  update host_feedback as feedback set state = 'sent', failures = 0, failing_since = null, turn = coalesce((
      select (data ->> 'turn')::integer from job_events
      where job_id = feedback.job_id and kind = 'message' and data ->> 'prompt' = $2 order by seq desc limit 1),
    (select turn from jobs where id = feedback.job_id))
  where id = $1 and state = 'pending'
  returning turn`;

/**
 * Records that the job has the message. Returns the turn that will see it; null if another worker was faster.
 */
export async function markSent(
  { pool }: Pick<Database, "pool">,
  id: number,
  prompt: string,
): Promise<number | null> {
  const { rows } = await guardStore(() => pool.query<{ turn: number }>(sent, [id, toText(prompt)]));
  return rows[0]?.turn ?? null;
}

const wait =
  "update host_feedback set due_at = clock_timestamp() + make_interval(secs => $2) where id = $1 and state = $3";

/** Postpones feedback by this many seconds, without counting a failure. */
export async function postponeFeedback(
  { pool }: Pick<Database, "pool">,
  { id, state }: { id: number; state: FeedbackState },
  seconds: number,
): Promise<void> {
  await guardStore(() => pool.query(wait, [id, seconds, state]));
}

const putOff = `
  update host_feedback set failures = failures + 1, failing_since = coalesce(failing_since, clock_timestamp()),
    due_at = clock_timestamp() + make_interval(secs => least(600, 5 * power(2, least(failures, 10)))),
    state = case when failing_since < clock_timestamp() - interval '1 hour' then 'failed' else state end, note = $3
  where id = $1 and state = $2
  returning state`;

/**
 * Postpones feedback after an error, longer each time, and gives up after an hour of failures. Returns true
 * if it gave up.
 */
export async function putOffFeedback(
  { pool }: Pick<Database, "pool">,
  { id, state }: { id: number; state: FeedbackState },
  why: CleanText,
): Promise<boolean> {
  const { rows } = await guardStore(() => pool.query<{ state: string }>(putOff, [id, state, toText(why)]));
  return rows[0]?.state === "failed";
}
