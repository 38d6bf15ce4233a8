import { isAppError } from "../errors.ts";
import type { Author } from "../jobs/author.ts";
import { sendMessage } from "../jobs/send-message.ts";
import type { ClaimedFeedback } from "../store/feedback/claim-feedback.ts";
import { followUpsPerDay } from "../store/feedback/feedback-row.ts";
import { markSent } from "../store/feedback/settle-feedback.ts";
import { takePlace } from "../store/feedback/take-place.ts";
import type { MessageDeps } from "../store/jobs/add-message.ts";
import { writeFollowUp } from "./write-follow-up.ts";

export type FollowUpOutcome =
  /** The job has the message; null: another worker has brought the feedback further. */
  | { kind: "sent"; turn: number | null }
  | { kind: "refused" | "dropped" | "failed"; why: string }
  | { kind: "waits"; seconds: number };

const busySeconds = 5;

/**
 * Says pending feedback to its job, once, however often this is called: the message has the feedback's own
 * idempotency key. Throws what is not expected.
 */
export async function sendFollowUp(
  deps: MessageDeps,
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
    await sendMessage(deps, { projectId, jobId }, { prompt }, { author, idempotencyKey });
  } catch (error) {
    const outcome = toOutcome(error);
    if (outcome !== null) return outcome;
    // Under this key only this feedback was ever sent, if in the words of another version.
    if (!isAppError(error, "idempotency_key_reused")) throw error;
  }
  return { kind: "sent", turn: await markSent(deps.database, feedback.id, prompt) };
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
