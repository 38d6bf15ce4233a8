import { z } from "zod";
import { AppError } from "../errors.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { plainText } from "../schemas/plain-text.ts";
import {
  addMessage,
  type MessageDeps,
  type MessageOutcome,
  type NewMessage,
} from "../store/jobs/add-message.ts";
import type { AssertModel, Uses } from "../store/jobs/new-job.ts";
import { type Author, accountOf } from "./author.ts";
import { assertJobId } from "./get-job.ts";
import { readIdempotencyKey } from "./read-idempotency-key.ts";
import { toRecord } from "./to-record.ts";
import {
  capReached,
  jobMissing,
  keyReused,
  projectLocked,
  projectMissing,
  rateLimited,
  transcriptExpired,
} from "./use-errors.ts";

/** Unicode code points. */
export const messageCharactersMax = 32_768;

export const messageBody = z.strictObject(
  {
    prompt: plainText({ max: messageCharactersMax }).meta({
      description: "What to do now. Unicode code points are counted.",
      examples: ["Mention the change in the changelog too"],
    }),
  },
  { error: ({ code }) => (code === "invalid_type" ? "must be a JSON object" : undefined) },
);

export interface SendMessageDeps extends MessageDeps {
  /** Throws `unknown_model`. */
  assertModel?: AssertModel;
}

export interface SentMessage {
  /** The `JobRecord` as JSON text; a replay has the bytes of the first answer. */
  answer: string;
  replayed: boolean;
  uses: Uses;
}

/**
 * Says something more to a job: a running one hears it before its next step, an ended one begins its next
 * turn with it. Throws `invalid_request`, `project_not_found`, `job_not_found`, `job_archived`,
 * `transcript_expired`, `unknown_model`, `idempotency_key_reused`, `idempotency_in_flight`, `rate_limited`,
 * `budget_exceeded`, `unavailable`; where the limit was looked at, `details.uses` has it.
 */
export async function sendMessage(
  deps: SendMessageDeps,
  { projectId, jobId }: { projectId: string; jobId: string },
  input: unknown,
  options: { author: Author; idempotencyKey?: string | undefined },
): Promise<SentMessage> {
  assertJobId(jobId);
  const { prompt } = parseInput(messageBody, input);
  const idempotency = readIdempotencyKey(options.idempotencyKey, { jobId, prompt });
  return await sendPrompt(deps, { projectId, jobId }, { prompt, idempotency, author: options.author });
}

/** The same with a prompt that was made of something else, which `idempotency` is about. */
export async function sendPrompt(
  deps: SendMessageDeps,
  { projectId, jobId }: { projectId: string; jobId: string },
  { prompt, idempotency, author }: Pick<NewMessage, "prompt" | "idempotency" | "author">,
): Promise<SentMessage> {
  const outcome = await addMessage(deps, {
    projectId,
    jobId,
    apiKeyId: accountOf(author),
    author,
    prompt,
    idempotency,
    ...(deps.assertModel && { assertModel: deps.assertModel }),
    toAnswer: (row) => JSON.stringify(toRecord(row)),
  });
  return toSentMessage(outcome, idempotency !== null);
}

function toSentMessage(outcome: MessageOutcome, hasKey: boolean): SentMessage {
  switch (outcome.kind) {
    case "added":
    case "replayed":
      return { answer: outcome.answer, replayed: outcome.kind === "replayed", uses: outcome.uses };
    case "limited":
      throw rateLimited(outcome.uses, "messages");
    case "capped":
      throw capReached(outcome.cap);
    case "key_reused":
      throw keyReused(outcome.uses);
    case "project_missing":
      throw projectMissing();
    case "job_missing":
      throw jobMissing();
    case "transcript_expired":
      throw transcriptExpired();
    case "job_archived":
      throw new AppError("job_archived", "The job is archived. Unarchive it to go on with it.");
    case "locked":
      throw projectLocked(hasKey);
  }
}
