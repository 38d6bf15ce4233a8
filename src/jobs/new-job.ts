import type { AppError } from "../errors.ts";
import type { Origin } from "../telemetry/origin.ts";
import type { CapState } from "../usage/load-caps.ts";
import type { Author } from "./author.ts";
import type { JobRow } from "./job-row.ts";
import type { Budget } from "./record.ts";

/** Throws if a job of a project with this list may not use the model. */
export type AssertModel = (model: string, projectModels: readonly string[] | null) => void;

/** A validated create request. Null fields are taken from the project. */
export interface NewJob {
  id: string;
  projectId: string;
  /** API key whose monthly cap the job counts against, besides the project's; null: none. */
  apiKeyId: string | null;
  author: Author;
  /** Request that the job comes from, if any. */
  origin?: Origin | undefined;
  prompt: string;
  ref: string | null;
  model: string | null;
  /** Used if neither the request nor the project names a model. */
  defaultModel: string;
  /** Called with the chosen model. */
  assertModel?: AssertModel;
  mode: "pull_request" | "preview";
  asDraft: boolean;
  paths: string[];
  budget: Budget;
  metadata: Record<string, string>;
  labels: string[];
  reviewers: string[];
  /** Title of the pull request; null: the agent's. */
  title: string | null;
  /** Null: the job has a pull request of its own. */
  topic: string | null;
  /** What the request itself asks for that the topic's job has already; absent for jobs without a request. */
  asked?: { ref: string | undefined; mode: "pull_request" | "preview"; paths: readonly string[] };
  branch: string;
  /** True if the request named the branch. */
  hasChosenBranch: boolean;
  /** Why a job with this branch is not created, unless it is a replay. */
  branchRefusal?: AppError;
  idempotency: { key: string; requestHash: Buffer } | null;
  /**
   * Returns the answer for this row, which is kept with the idempotency key so that a replay has the same
   * bytes. `time` is a placeholder for the creation time, which is known later; the row's dates are not
   * valid.
   */
  toAnswer(row: JobRow, time: string): string;
  /** Returns the answer if the request became the next turn of this job. */
  toTurnAnswer(row: JobRow): string;
}

/** What is limited; each has its own record of uses. */
export type LimitedOperation = "create" | "message";

/** State of a limit after a request: `left` of `limit`, more after `resetSeconds`. */
export interface Uses {
  policy: LimitedOperation;
  limit: number;
  left: number;
  resetSeconds: number;
}

export type CreateOutcome =
  /** `joined`: the topic's job has one more turn. */
  | { kind: "created" | "joined"; jobId: string; answer: string; uses: Uses }
  | { kind: "replayed"; jobId: string; answer: string; uses: Uses; joined?: boolean }
  | { kind: "topic_mismatch"; field: "ref" | "mode" | "paths" }
  | { kind: "limited" | "key_reused"; uses: Uses }
  | { kind: "project_missing" | "branch_taken" }
  | { kind: "capped"; cap: CapState }
  /** The project's lock was not free in time: another process is in the middle of a create. */
  | { kind: "locked" }
  | { kind: "error"; error: unknown };
