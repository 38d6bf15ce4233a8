import type { AppError } from "../errors.ts";
import type { Origin } from "../telemetry/origin.ts";
import type { CapState } from "../usage/load-caps.ts";
import type { Author } from "./author.ts";
import type { JobRow } from "./job-row.ts";
import type { Budget } from "./record.ts";

/** Throws when a job of a project with this list may not use the model. */
export type AssertModel = (model: string, projectModels: readonly string[] | null) => void;

/** A checked create. What is null is taken from the project. */
export interface NewJob {
  id: string;
  projectId: string;
  /** Whose monthly cap it uses up besides the project's; null: nobody's. */
  apiKeyId: string | null;
  author: Author;
  /** The request that it comes from; absent: none. */
  origin?: Origin | undefined;
  prompt: string;
  ref: string | null;
  model: string | null;
  /** Taken when neither the create nor the project names a model. */
  defaultModel: string;
  /** Asked about the model that was chosen. */
  assertModel?: AssertModel;
  mode: "pull_request" | "preview";
  asDraft: boolean;
  paths: string[];
  budget: Budget;
  metadata: Record<string, string>;
  labels: string[];
  reviewers: string[];
  /** Of the pull request; null: the agent's. */
  title: string | null;
  /** Null: a pull request of its own. */
  topic: string | null;
  /** What the create itself says of what a topic's job has already; absent where nobody asked. */
  asked?: { ref: string | undefined; mode: "pull_request" | "preview"; paths: readonly string[] };
  branch: string;
  /** The branch has the name that the create gave it. */
  hasChosenBranch: boolean;
  /** Why a job with this branch is not created, unless it is a replay. */
  branchRefusal?: AppError;
  idempotency: { key: string; requestHash: Buffer } | null;
  /**
   * The answer for this row, kept with the idempotency key so that a replay has the same bytes. `time` stands
   * in it for when the job was created, which is known later; the dates of the row are none.
   */
  toAnswer(row: JobRow, time: string): string;
  /** The same of a job that had this create as its next turn. */
  toTurnAnswer(row: JobRow): string;
}

/** What is limited; each has a log of uses of its own. */
export type LimitedOperation = "create" | "message";

/** The state of a limit after a request: `left` of `limit`, more after `resetSeconds`. */
export interface Uses {
  policy: LimitedOperation;
  limit: number;
  left: number;
  resetSeconds: number;
}

export type CreateOutcome =
  /** `joined`: its topic's job has one turn more. */
  | { kind: "created" | "joined"; jobId: string; answer: string; uses: Uses }
  | { kind: "replayed"; jobId: string; answer: string; uses: Uses; joined?: boolean }
  | { kind: "topic_mismatch"; field: "ref" | "mode" | "paths" }
  | { kind: "limited" | "key_reused"; uses: Uses }
  | { kind: "project_missing" | "branch_taken" }
  | { kind: "capped"; cap: CapState }
  /** The project's lock was not got in time: another process is in the middle of a create. */
  | { kind: "locked" }
  | { kind: "error"; error: unknown };
