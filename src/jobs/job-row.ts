import type { Selectable } from "kysely";
import type { JobsTable } from "../store/schema.ts";

/** Columns of a job record, without those that can be large (prompt, patch). */
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
] as const satisfies (keyof JobsTable)[];

export type JobRow = Pick<Selectable<JobsTable>, (typeof jobRowColumns)[number]>;
