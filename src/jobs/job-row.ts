import type { Author } from "./author.ts";
import type { CheckCounts, JobPullRequest, JobReason, JobStatus, Usage } from "./record.ts";

/** A job's row, without columns that can be large (prompt, patch). */
export interface JobRow {
  id: string;
  project_id: string;
  status: JobStatus;
  reason: JobReason;
  message: string;
  title: string | null;
  chosen_title: string | null;
  labels: string[];
  reviewers: string[];
  topic: string | null;
  metadata: Record<string, string>;
  repository: string;
  branch: string;
  model: string;
  usage: Usage;
  checks: CheckCounts | null;
  pull_request: JobPullRequest | null;
  policy_blob: string | null;
  created_at: Date;
  updated_at: Date;
  finished_at: Date | null;
  archived_at: Date | null;
  created_by: Author | null;
  transcript_expired_at: Date | null;
}

export const jobRowColumns = [
  "id",
  "project_id",
  "status",
  "reason",
  "message",
  "title",
  "chosen_title",
  "labels",
  "reviewers",
  "topic",
  "metadata",
  "repository",
  "branch",
  "model",
  "usage",
  "checks",
  "pull_request",
  "policy_blob",
  "created_at",
  "updated_at",
  "finished_at",
  "archived_at",
  "created_by",
  "transcript_expired_at",
] as const satisfies (keyof JobRow)[];
