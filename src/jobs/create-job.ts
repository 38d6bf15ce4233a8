import { createHash } from "node:crypto";
import { z } from "zod";
import { randomBase62 } from "../base62.ts";
import { AppError } from "../errors.ts";
import { parseInput } from "../parse-input.ts";
import type { InsertJob } from "../store/jobs/insert-jobs.ts";
import type { CreateOutcome, NewJob, Uses } from "../store/jobs/new-job.ts";
import { canonicalJson } from "./canonical-json.ts";
import { type CreateJobBody, createJobBody } from "./create-job-body.ts";
import { toRecord } from "./to-record.ts";

export interface CreateJobDeps {
  insertJob: InsertJob;
  /** `provider/name`, for projects and creates that name none. */
  defaultModel: string;
  /** Throws `unknown_model` for a model that this service cannot call. */
  assertModel?: (model: string) => void;
  /** Throws `invalid_ref`. */
  assertRefName: (ref: string) => void;
}

export interface CreatedJob {
  jobId: string;
  /** The `JobRecord` as JSON text; a replay has the bytes of the first answer. */
  answer: string;
  replayed: boolean;
  uses: Uses;
}

const idempotencyKeyHeader = z.object({
  "Idempotency-Key": z.string().regex(/^[\x20-\x7e]{1,255}$/, "must be 1 to 255 printable ASCII characters"),
});

/**
 * Creates a job and its queue entry; resolves only after the commit. Throws `invalid_request`, `invalid_ref`,
 * `unknown_model`, `project_not_found`, `idempotency_key_reused`, `idempotency_in_flight`, `rate_limited`, `unavailable`;
 * where the limit was looked at, `details.uses` has it.
 */
export async function createJob(
  deps: CreateJobDeps,
  projectId: string,
  input: unknown,
  options: { idempotencyKey?: string | undefined } = {},
): Promise<CreatedJob> {
  const body = parseInput(createJobBody, input);
  if (body.ref !== undefined) deps.assertRefName(body.ref);
  if (body.model !== undefined) deps.assertModel?.(body.model);
  const key = parseKey(options.idempotencyKey);
  const outcome = await deps.insertJob(toNewJob(deps, projectId, body, key));
  return toCreatedJob(outcome, key !== null);
}

function parseKey(text: string | undefined): string | null {
  if (text === undefined) return null;
  return parseInput(idempotencyKeyHeader, { "Idempotency-Key": text })["Idempotency-Key"];
}

function toNewJob(deps: CreateJobDeps, projectId: string, body: CreateJobBody, key: string | null): NewJob {
  const id = `job_${randomBase62(22)}`;
  return {
    ...body,
    id,
    projectId,
    ref: body.ref ?? null,
    model: body.model ?? null,
    defaultModel: deps.defaultModel,
    branch: `copydesk/${id}`,
    idempotency: key === null ? null : { key, requestHash: hashBody(body) },
    toAnswer: (row) => JSON.stringify(toRecord(row)),
  };
}

function hashBody(body: CreateJobBody): Buffer {
  return createHash("sha256").update(canonicalJson(body)).digest();
}

function toCreatedJob(outcome: CreateOutcome, hasKey: boolean): CreatedJob {
  switch (outcome.kind) {
    case "created":
    case "replayed":
      return { ...outcome, replayed: outcome.kind === "replayed" };
    case "limited":
      throw rateLimited(outcome.uses);
    case "key_reused":
      throw new AppError(
        "idempotency_key_reused",
        "This Idempotency-Key was used with another body in the last 24 hours. Take a new key for a new job.",
        { details: { uses: outcome.uses } },
      );
    case "project_missing":
      throw new AppError(
        "project_not_found",
        "There is no such project, or the API key does not belong to it.",
      );
    case "locked":
      throw locked(hasKey);
    case "error":
      throw outcome.error;
  }
}

function rateLimited(uses: Uses): AppError {
  return new AppError(
    "rate_limited",
    `This project has created ${uses.limit} jobs in the last 60 minutes. The next one is free in ${uses.resetSeconds} seconds.`,
    { details: { uses, retryAfterSeconds: uses.resetSeconds } },
  );
}

function locked(hasKey: boolean): AppError {
  const details = { retryAfterSeconds: 1 };
  if (!hasKey)
    return new AppError("unavailable", "The project is busy at the moment. Try again soon.", { details });
  return new AppError(
    "idempotency_in_flight",
    "A request with this Idempotency-Key is still being worked on. Try again soon.",
    { details },
  );
}
