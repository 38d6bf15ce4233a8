/**
 * The public job record and its vocabulary. Source: specification.md and ARCHITECTURE.md, "The public
 * contract".
 */

import type { AuthorRecord } from "./author.ts";

export type JobStatus = "active" | "completed" | "archived" | "failed";

export type ActiveReason = "queued" | "running" | "waiting_capacity";
export type CompletedReason = "pull_request_opened" | "pull_request_updated" | "no_changes" | "preview_ready";
export type FailedReason =
  | "cancelled"
  | "timed_out"
  | "budget_exceeded"
  | "agent_stuck"
  | "checks_failed"
  | "check_timeout"
  | "model_error"
  | "instruction_not_understood"
  | "invalid_policy"
  | "repository_error"
  | "code_host_error"
  | "diff_too_large"
  | "worker_crashed_repeatedly"
  | "internal_error";
export type JobReason = ActiveReason | CompletedReason | FailedReason;

export interface Usage {
  steps: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  /** Null when the model's price is not known. */
  costUsd: number | null;
}

export const noUsage: Usage = {
  steps: 0,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  costUsd: null,
};

export interface Budget {
  maxSteps?: number;
  maxTokens?: number;
  maxCostUsd?: number;
  timeoutSeconds?: number;
}

export interface CheckCounts {
  new: number;
  fixed: number;
  preexisting: number;
  /** New problems that do not hold the job back; absent when there are none. */
  warnings?: number;
  /** Problems that went with the text they were in; absent if there are none. */
  removed?: number;
}

export interface JobPullRequest {
  url: string;
  number: number;
  state: "open" | "merged" | "closed";
  branch: string;
}

/**
 * A job as the API returns it. The first nine fields are the specified ones, in this order. Times are ISO
 * 8601, UTC, ms.
 */
export interface JobRecord {
  id: string;
  status: JobStatus;
  source: { repository: string; ref: string };
  model: string;
  prLink: string | null;
  createdAt: string;
  archivedAt: string | null;
  reason: JobReason;
  message: string;
  /** Null until the agent has chosen one, unless the create gave one. */
  title: string | null;
  usage: Usage;
  pullRequest: JobPullRequest | null;
  checks: CheckCounts | null;
  /** The repository's own rules that the job was held to. */
  policy: { path: string; blob: string } | null;
  metadata: Record<string, string>;
  /** Labels of the create request, in addition to the project's. */
  labels: string[];
  reviewers: string[];
  /** Jobs with the same topic share one pull request. */
  topic: string | null;
  updatedAt: string;
  finishedAt: string | null;
  /** Null for jobs from before this field existed. */
  createdBy: AuthorRecord | null;
}
