import { AppError } from "../errors.ts";
import { parseInput } from "../schemas/parse-input.ts";
import { note } from "../telemetry/observe.ts";
import type { Origin } from "../telemetry/origin.ts";
import { randomBase62 } from "../text/base62.ts";
import { type Author, accountOf } from "./author.ts";
import { type CreateJobBody, createJobBody } from "./create-job-body.ts";
import type { InsertJob } from "./insert-jobs.ts";
import type { AssertModel, CreateOutcome, NewJob, Uses } from "./new-job.ts";
import { readIdempotencyKey } from "./read-idempotency-key.ts";
import type { Budget } from "./record.ts";
import { toRecord } from "./to-record.ts";
import {
  branchTaken,
  capReached,
  keyReused,
  projectLocked,
  projectMissing,
  rateLimited,
} from "./use-errors.ts";

export interface CreateJobDeps {
  insertJob: InsertJob;
  /** `provider/name`, for projects and create requests that name no model. */
  defaultModel: string;
  /**
   * Throws `unknown_model` for a model that this service cannot call, or that it or the project does not
   * allow.
   */
  assertModel?: AssertModel;
  /** Throws `invalid_ref`. */
  assertRefName: (ref: string) => void;
  /** Throws `invalid_request` for more than this service allows any job. */
  assertBudget?: (budget: Budget) => void;
}

export interface CreatedJob {
  jobId: string;
  /** The `JobRecord` as JSON text; a replay returns the bytes of the first answer. */
  answer: string;
  replayed: boolean;
  /** True if the prompt became the next turn of an existing job. */
  joined: boolean;
  uses: Uses;
}

/**
 * Creates a queued job; resolves only after the commit. Throws `invalid_request`, `invalid_ref`,
 * `branch_taken`, `topic_mismatch`, `unknown_model`, `project_not_found`, `idempotency_key_reused`,
 * `idempotency_in_flight`, `rate_limited`, `budget_exceeded`, `unavailable`; if the rate limit was checked,
 * `details.uses` has its state.
 */
export async function createJob(
  deps: CreateJobDeps,
  projectId: string,
  input: unknown,
  options: { author: Author; idempotencyKey?: string | undefined; origin?: Origin | undefined },
): Promise<CreatedJob> {
  const body = parseInput(createJobBody, input);
  if (body.ref !== undefined) deps.assertRefName(body.ref);
  if (body.branch !== undefined) assertBranch(deps, body.branch);
  deps.assertBudget?.(body.budget);
  const idempotency = readIdempotencyKey(options.idempotencyKey, body);
  const { author, origin } = options;
  const outcome = await deps.insertJob(toNewJob(deps, { projectId, author, origin }, body, idempotency));
  if (outcome.kind === "created") note("job_created", { source: author.kind, project: projectId });
  return toCreatedJob(outcome, idempotency !== null);
}

const reservedPrefix = "copydesk/";

function assertBranch({ assertRefName }: CreateJobDeps, branch: string): void {
  assertRefName(branch);
  if (branch.startsWith(reservedPrefix)) {
    throw new AppError(
      "invalid_ref",
      `Branches named ${reservedPrefix}… are made from the ids of jobs. Choose another name.`,
    );
  }
}

function toNewJob(
  deps: CreateJobDeps,
  { projectId, author, origin }: Pick<NewJob, "projectId" | "author" | "origin">,
  body: CreateJobBody,
  idempotency: NewJob["idempotency"],
): NewJob {
  const id = `job_${randomBase62(22)}`;
  return {
    ...body,
    id,
    projectId,
    apiKeyId: accountOf(author),
    author,
    origin,
    ref: body.ref ?? null,
    model: body.model ?? null,
    defaultModel: deps.defaultModel,
    ...(deps.assertModel && { assertModel: deps.assertModel }),
    labels: [...new Set(body.labels ?? [])],
    reviewers: [...new Set(body.reviewers ?? [])],
    title: body.title ?? null,
    topic: body.topic ?? null,
    asked: { ref: body.ref, mode: body.mode, paths: body.paths },
    branch: body.branch ?? `${reservedPrefix}${id}`,
    hasChosenBranch: body.branch !== undefined,
    idempotency,
    toAnswer: (row, time) => JSON.stringify({ ...toRecord(row), createdAt: time, updatedAt: time }),
    toTurnAnswer: (row) => JSON.stringify(toRecord(row)),
  };
}

function isJoined(outcome: Extract<CreateOutcome, { answer: string }>): boolean {
  return outcome.kind === "joined" || (outcome.kind === "replayed" && outcome.joined === true);
}

function topicMismatch(field: string): AppError {
  return new AppError(
    "topic_mismatch",
    `The job that works on this topic has another ${field}. Leave ${field} out, or name another topic.`,
  );
}

function toCreatedJob(outcome: CreateOutcome, hasKey: boolean): CreatedJob {
  switch (outcome.kind) {
    case "created":
    case "replayed":
    case "joined":
      return { ...outcome, replayed: outcome.kind === "replayed", joined: isJoined(outcome) };
    case "limited":
      throw rateLimited(outcome.uses, "jobs");
    case "capped":
      throw capReached(outcome.cap);
    case "branch_taken":
      throw branchTaken();
    case "key_reused":
      throw keyReused(outcome.uses);
    case "topic_mismatch":
      throw topicMismatch(outcome.field);
    case "project_missing":
      throw projectMissing();
    case "locked":
      throw projectLocked(hasKey);
    case "error":
      throw outcome.error;
  }
}
