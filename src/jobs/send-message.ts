import { z } from "zod";
import { AppError } from "../errors.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { plainText } from "../schemas/plain-text.ts";
import { type Client, type Database, inTransaction } from "../store/database.ts";
import { guardStore, isLockTimeout } from "../store/guard-store.ts";
import type { Origin } from "../telemetry/origin.ts";
import { accountKey, findReachedCap, loadCaps } from "../usage/load-caps.ts";
import { type Author, accountOf } from "./author.ts";
import { assertJobId } from "./get-job.ts";
import type { AssertModel, Uses } from "./new-job.ts";
import { readIdempotencyKey } from "./read-idempotency-key.ts";
import { lockAndCountUses, readKeptAnswer } from "./read-message-state.ts";
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
import { toUses, usesPerHour } from "./uses.ts";
import { type NewMessage, timeLimits, writeMessage } from "./write-message.ts";

/** Limit in Unicode code points. */
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

export interface SendMessageDeps {
  database: Database;
  /** Throws `unknown_model`. */
  assertModel?: AssertModel;
}

export interface SentMessage {
  /** The `JobRecord` as JSON text; a replay returns the bytes of the first answer. */
  answer: string;
  replayed: boolean;
  uses: Uses;
}

/**
 * Sends a message to a job: a running one gets it before its next step, an ended one begins its next turn
 * with it. Throws `invalid_request`, `project_not_found`, `job_not_found`, `job_archived`,
 * `transcript_expired`, `unknown_model`, `idempotency_key_reused`, `idempotency_in_flight`, `rate_limited`,
 * `budget_exceeded`, `unavailable`; if the rate limit was checked, `details.uses` has its state.
 */
export async function sendMessage(
  deps: SendMessageDeps,
  { projectId, jobId }: { projectId: string; jobId: string },
  input: unknown,
  options: { author: Author; idempotencyKey?: string | undefined; origin?: Origin | undefined },
): Promise<SentMessage> {
  assertJobId(jobId);
  const { prompt } = parseInput(messageBody, input);
  const { author, origin } = options;
  const idempotency = readIdempotencyKey(options.idempotencyKey, { jobId, prompt });
  return await sendPrompt(deps, { projectId, jobId }, { prompt, idempotency, author, origin });
}

/** Like `sendMessage`, with a prompt derived from something else, which `idempotency` refers to. */
export async function sendPrompt(
  deps: SendMessageDeps,
  { projectId, jobId }: { projectId: string; jobId: string },
  { prompt, idempotency, author, origin }: Pick<NewMessage, "prompt" | "idempotency" | "author" | "origin">,
): Promise<SentMessage> {
  const message: NewMessage = {
    projectId,
    jobId,
    apiKeyId: accountOf(author),
    author,
    origin,
    prompt,
    idempotency,
    toAnswer: (row) => JSON.stringify(toRecord(row)),
  };
  try {
    return await guardStore(() => inTransaction(deps.database, (client) => sendIn(deps, client, message)));
  } catch (error) {
    throw isLockTimeout(error) ? projectLocked(idempotency !== null) : error;
  }
}

const operation = "message";

const find = `
  select status, model, transcript_expired_at is not null as "isExpired" from jobs
  where id = $1 and project_id = $2 for no key update`;

async function sendIn(
  { assertModel }: SendMessageDeps,
  client: Client,
  message: NewMessage,
): Promise<SentMessage> {
  const { projectId, jobId, idempotency } = message;
  await client.query(timeLimits);
  const project = await lockAndCountUses(client, projectId, operation);
  if (project === undefined) throw projectMissing();
  const uses = () => toUses(project, operation);
  if (idempotency !== null) {
    const { key, requestHash } = idempotency;
    const kept = await readKeptAnswer(client, { projectId, key }, operation);
    if (kept?.requestHash.equals(requestHash)) return { answer: kept.answer, replayed: true, uses: uses() };
    if (kept !== undefined) throw keyReused(uses());
  }
  const { rows } = await client.query<{ status: string; model: string; isExpired: boolean }>(find, [
    jobId,
    projectId,
  ]);
  const [found] = rows;
  if (found === undefined) throw jobMissing();
  if (found.status === "archived")
    throw new AppError("job_archived", "The job is archived. Unarchive it to go on with it.");
  if (found.isExpired) throw transcriptExpired();
  assertModel?.(found.model, project.models);
  const cap = findReachedCap((await loadCaps(client, [message])).get(accountKey(message)) ?? []);
  if (cap !== null) throw capReached(cap);
  if (project.used >= usesPerHour) throw rateLimited(uses(), "messages");
  const answer = await writeMessage(client, { message, project, operation });
  project.used += 1;
  return { answer, replayed: false, uses: uses() };
}
