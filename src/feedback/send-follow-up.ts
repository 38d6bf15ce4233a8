import { type BucketDeps, withTranscript } from "../bucket/with-transcript.ts";
import { isAppError } from "../errors.ts";
import type { Author } from "../jobs/author.ts";
import { sendMessage } from "../jobs/send-message.ts";
import { lockFor } from "../store/advisory-locks.ts";
import { type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { ClaimedFeedback } from "./claim-feedback.ts";
import { followUpsPerDay } from "./feedback-row.ts";
import { markSent } from "./settle-feedback.ts";
import { writeFollowUp } from "./write-follow-up.ts";

export type FollowUpOutcome =
  /** The job has the message; null if another worker was faster. */
  | { kind: "sent"; turn: number | null }
  | { kind: "refused" | "dropped" | "failed"; why: string }
  | { kind: "waits"; seconds: number };

const busySeconds = 5;

/**
 * Sends pending feedback to its job, exactly once even if called repeatedly, because the message has the
 * feedback's own idempotency key. Throws unexpected errors.
 */
export async function sendFollowUp(
  deps: { database: Database } & BucketDeps,
  feedback: ClaimedFeedback,
  author: Author,
): Promise<FollowUpOutcome> {
  const place = await takePlace(deps.database, feedback);
  if (place === "none")
    return { kind: "dropped", why: `the job has had ${followUpsPerDay} automatic follow-ups in 24 hours` };
  if (place === "old") return { kind: "failed", why: "it has waited for more than 23 hours" };
  const { projectId, jobId, messageKey: idempotencyKey } = feedback;
  const prompt = writeFollowUp(feedback.said);
  try {
    const address = { projectId, jobId };
    await withTranscript(deps, address, () =>
      sendMessage(deps, address, { prompt }, { author, idempotencyKey }),
    );
  } catch (error) {
    const outcome = toOutcome(error);
    if (outcome !== null) return outcome;
    // Only this feedback was ever sent with this key, possibly worded by another version.
    if (!isAppError(error, "idempotency_key_reused")) throw error;
  }
  return { kind: "sent", turn: await markSent(deps.database, feedback.id, prompt) };
}

const lock = lockFor("feedbackPlaces");

const take = `
  update host_feedback as feedback set taken_at = coalesce(taken_at, clock_timestamp())
  where id = $1 and state = 'pending' and (taken_at is not null or ${followUpsPerDay} > (
    select count(*) from host_feedback as other
    where other.job_id = feedback.job_id and other.taken_at > clock_timestamp() - interval '24 hours'
      and (other.turn is not null or other.state = 'pending')))
  returning taken_at < clock_timestamp() - interval '23 hours' as "isOld"`;

/**
 * Reserves one of the job's daily follow-ups for pending feedback, or keeps its reservation. `old`: reserved
 * so long ago that the message's idempotency key may have expired.
 */
function takePlace(
  database: Database,
  { id, jobId }: { id: number; jobId: string },
): Promise<"taken" | "old" | "none"> {
  return guardStore(() =>
    inTransaction(database, async (client) => {
      await client.query(lock, [jobId]);
      const { rows } = await client.query<{ isOld: boolean }>(take, [id]);
      if (rows[0] === undefined) return "none";
      return rows[0].isOld ? "old" : "taken";
    }),
  );
}

function toOutcome(error: unknown): FollowUpOutcome | null {
  if (!isAppError(error)) return null;
  const { code, message, details } = error;
  switch (code) {
    case "job_archived":
    case "transcript_expired":
    case "job_not_found":
    case "project_not_found":
    case "budget_exceeded":
      return { kind: "refused", why: message };
    case "rate_limited":
    case "unavailable":
    case "idempotency_in_flight":
      return { kind: "waits", seconds: Number(details.retryAfterSeconds ?? 0) + busySeconds };
    default:
      return null;
  }
}
