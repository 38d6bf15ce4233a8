import type { ColumnType, Generated } from "kysely";
import type { FeedbackState, Said } from "../feedback/feedback-row.ts";
import type { Author } from "../jobs/author.ts";
import type { Budget, CheckCounts, JobPullRequest, JobReason, JobStatus, Usage } from "../jobs/record.ts";
import type { MonthlyCap, ProjectSettings } from "./project-settings.ts";

/** Column types as the driver returns them: timestamptz is a Date, jsonb is parsed JSON. */
type Timestamp = ColumnType<Date, Date | string | undefined, Date | string>;
type Json<T> = ColumnType<T, string | T, string | T>;
type JsonWithDefault<T> = ColumnType<T, string | T | undefined, string | T>;

export interface ProjectsTable {
  id: string;
  organisation_id: Generated<string>;
  name: string;
  repository: string;
  ref: string | null;
  host: Generated<string>;
  host_url: ColumnType<string | null, string | null | undefined, string | null>;
  credentials: ColumnType<string | null, string | null | undefined, string | null>;
  model: string | null;
  settings: JsonWithDefault<ProjectSettings>;
  next_pull_request: Generated<number>;
  created_at: Timestamp;
}

export interface ApiKeysTable {
  id: string;
  project_id: string;
  name: string;
  secret_hash: Buffer;
  scopes: string[];
  allowed_ips: Generated<string[]>;
  monthly_cap: JsonWithDefault<MonthlyCap>;
  account_id: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Timestamp;
  expires_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  last_used_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  revoked_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  created_by: ColumnType<Author | null, string | null | undefined, never>;
}

export interface JobsTable {
  id: string;
  project_id: string;
  status: JobStatus;
  reason: JobReason;
  message: Generated<string>;
  title: string | null;
  prompt: string;
  labels: Generated<string[]>;
  reviewers: Generated<string[]>;
  topic: ColumnType<string | null, string | null | undefined, string | null>;
  chosen_title: ColumnType<string | null, string | null | undefined, string | null>;
  has_chosen_branch: Generated<boolean>;
  pull_request_opened_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  pull_request_ended_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  changed: Json<{ files: number; lines: number; paths: string[] } | null>;
  policy_blob: ColumnType<string | null, string | null | undefined, string | null>;
  mode: Generated<"pull_request" | "preview">;
  as_draft: Generated<boolean>;
  publish_only: Generated<boolean>;
  paths: Generated<string[]>;
  budget: JsonWithDefault<Budget>;
  metadata: JsonWithDefault<Record<string, string>>;
  repository: string;
  base_ref: string | null;
  base_commit: string | null;
  branch: string;
  model: string;
  usage: JsonWithDefault<Usage>;
  checks: Json<CheckCounts | null>;
  pull_request: Json<JobPullRequest | null>;
  patch: string | null;
  event_seq: Generated<number>;
  worker_id: string | null;
  lease: string | null;
  longest_stall_ms: Generated<number>;
  stall_lease: string | null;
  stall_note: string | null;
  crash_count: Generated<number>;
  turn: Generated<number>;
  turn_seq: Generated<number>;
  turn_prompt: string | null;
  message_seq: Generated<number>;
  messages_taken: Generated<number>;
  turn_started_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  head_commit: string | null;
  append_token: string | null;
  patch_seq: number | null;
  patch_due_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  patch_tries: Generated<number>;
  fork: Json<{ repository: string; owner: string } | null>;
  turn_api_key_id: string | null;
  created_at: Timestamp;
  updated_at: Timestamp;
  started_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  finished_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  archived_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  pull_request_checked_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  pull_request_check_failures: Generated<number>;
  pull_request_doubted_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  feedback_asked_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  branch_delete_due_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  branch_delete_tries: Generated<number>;
  branch_deleted_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  created_by: Json<Author | null>;
  transcript_expired_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
}

export interface HostDeliveriesTable {
  project_id: string;
  delivery_id: string;
  body_hash: Buffer;
  received_at: Timestamp;
}

export interface HostFeedbackTable {
  id: Generated<number>;
  project_id: string;
  job_id: string;
  number: number;
  kind: Said["kind"];
  said: Json<Said>;
  state: Generated<FeedbackState>;
  note: Generated<string>;
  message_key: Generated<string>;
  turn: number | null;
  taken_at: ColumnType<Date | null, Date | string | null, Date | string | null>;
  due_at: Timestamp;
  failures: Generated<number>;
  failing_since: ColumnType<Date | null, Date | string | null, Date | string | null>;
  created_at: Timestamp;
}

export interface JobEventsTable {
  job_id: string;
  seq: number;
  at: Timestamp;
  kind: string;
  /** Read by `readEvent` only. */
  data: Json<unknown>;
  author: Json<Author | null>;
  version: Generated<number>;
}

export interface RateUsesTable {
  project_id: string;
  operation: string;
  used_at: Timestamp;
}

export interface IdempotencyKeysTable {
  project_id: string;
  operation: string;
  key: string;
  request_hash: Buffer;
  job_id: string;
  response: Json<unknown>;
  created_at: Timestamp;
}

/** Latest approval of a local pull request by the person with this address. */
export interface StoredApproval {
  name: string;
  email: string;
  commit: string;
  body: string | null;
  at: string;
}

export interface PullRequestsTable {
  project_id: string;
  number: number;
  job_id: string | null;
  branch: string;
  base_ref: string;
  title: string;
  body: string;
  state: Generated<"open" | "merged" | "closed">;
  draft: Generated<boolean>;
  base_commit: string;
  head_commit: string;
  patch: string;
  checks: Json<CheckCounts | null>;
  compare_url: ColumnType<string | null, string | null | undefined, string | null>;
  comments: JsonWithDefault<Record<string, { body: string; at: string }>>;
  planned_merges: Generated<string[]>;
  merge_commit: ColumnType<string | null, string | null | undefined, string | null>;
  merged_head: ColumnType<string | null, string | null | undefined, string | null>;
  merged_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  merged_by: JsonWithDefault<{ name: string; email: string } | null>;
  approvals: JsonWithDefault<StoredApproval[]>;
  created_at: Timestamp;
  updated_at: Timestamp;
}

export interface WebhooksTable {
  id: string;
  project_id: string;
  url: string;
  events: string[];
  secrets: string;
  created_at: Timestamp;
  failing_since: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  disabled_at: ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
  disabled_reason: ColumnType<string | null, string | null | undefined, string | null>;
}

export interface WorkersTable {
  id: string;
  lock_id: number | null;
  host: string;
  pid: number;
  started_at: Timestamp;
  heartbeat_at: Timestamp;
}

export interface Schema {
  projects: ProjectsTable;
  api_keys: ApiKeysTable;
  jobs: JobsTable;
  job_events: JobEventsTable;
  rate_uses: RateUsesTable;
  idempotency_keys: IdempotencyKeysTable;
  pull_requests: PullRequestsTable;
  webhooks: WebhooksTable;
  workers: WorkersTable;
  host_deliveries: HostDeliveriesTable;
  host_feedback: HostFeedbackTable;
}
