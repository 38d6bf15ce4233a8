/**
 * The closed catalogue of error codes. `docs/errors.md` explains each one; a test compares both ways.
 * `retryable` says whether the same action can succeed later without being changed.
 */
export const errorCatalogue = {
  // requests
  invalid_request: { retryable: false },
  invalid_json: { retryable: false },
  invalid_api_key: { retryable: false },
  api_key_expired: { retryable: false },
  insufficient_scope: { retryable: false },
  ip_not_allowed: { retryable: false },
  not_signed_in: { retryable: false },
  insufficient_permission: { retryable: false },
  cross_site_request: { retryable: false },
  too_many_attempts: { retryable: true },
  organisation_not_found: { retryable: false },
  member_not_found: { retryable: false },
  last_owner: { retryable: false },
  invitation_not_found: { retryable: false },
  invitation_expired: { retryable: false },
  share_link_not_found: { retryable: false },
  session_not_found: { retryable: false },
  project_not_found: { retryable: false },
  job_not_found: { retryable: false },
  job_archived: { retryable: false },
  job_active: { retryable: false },
  transcript_expired: { retryable: false },
  no_preview: { retryable: false },
  job_not_active: { retryable: false },
  patch_pending: { retryable: true },
  too_many_api_keys: { retryable: true },
  too_many_streams: { retryable: true },
  api_key_not_found: { retryable: false },
  webhook_not_found: { retryable: false },
  trigger_not_found: { retryable: false },
  trigger_name_taken: { retryable: false },
  schedule_never_fires: { retryable: false },
  context_not_found: { retryable: false },
  context_name_taken: { retryable: false },
  slack_not_found: { retryable: false },
  slack_refused: { retryable: false },
  slack_unavailable: { retryable: true },
  management_key_not_found: { retryable: false },
  delivery_not_found: { retryable: false },
  confirmation_needed: { retryable: false },
  pull_request_not_found: { retryable: false },
  route_not_found: { retryable: false },
  method_not_allowed: { retryable: false },
  request_timeout: { retryable: true },
  idempotency_in_flight: { retryable: true },
  idempotency_key_reused: { retryable: false },
  body_too_large: { retryable: false },
  headers_too_large: { retryable: false },
  unsupported_media_type: { retryable: false },
  rate_limited: { retryable: true },
  budget_exceeded: { retryable: true },
  internal_error: { retryable: true },
  unavailable: { retryable: true },
  // addresses, repositories and git
  invalid_ref: { retryable: false },
  branch_taken: { retryable: false },
  topic_mismatch: { retryable: false },
  invalid_repository_url: { retryable: false },
  url_not_allowed: { retryable: false },
  repository_unreachable: { retryable: true },
  repository_empty: { retryable: false },
  ref_not_found: { retryable: false },
  markup_not_edited: { retryable: false },
  repository_too_large: { retryable: false },
  file_name_unreadable: { retryable: false },
  workspace_disk_full: { retryable: true },
  push_rejected: { retryable: false },
  git_missing: { retryable: false },
  git_failed: { retryable: true },
  // code hosts
  code_host_unauthorized: { retryable: false },
  code_host_forbidden: { retryable: false },
  code_host_refused: { retryable: false },
  code_host_unavailable: { retryable: true },
  stale_review: { retryable: false },
  merge_conflict: { retryable: false },
  suggestions_have_problems: { retryable: false },
  merge_not_allowed: { retryable: false },
  working_tree_changed: { retryable: false },
  invalid_signature: { retryable: false },
  // workspace
  path_outside_workspace: { retryable: false },
  not_a_regular_file: { retryable: false },
  path_not_allowed: { retryable: false },
  file_not_found: { retryable: false },
  // gate
  diff_too_large: { retryable: false },
  forbidden_change: { retryable: false },
  check_timeout: { retryable: false },
  // models
  unknown_model: { retryable: false },
  model_error: { retryable: true },
  instruction_not_understood: { retryable: false },
  invalid_policy: { retryable: false },
  // running the service
  usage: { retryable: false },
  stopped: { retryable: true },
  invalid_configuration: { retryable: false },
  port_in_use: { retryable: false },
  cannot_listen: { retryable: false },
  data_folder_not_writable: { retryable: false },
  data_folder_newer: { retryable: false },
  store_unavailable: { retryable: true },
  store_empty: { retryable: false },
  store_not_empty: { retryable: false },
  store_in_use: { retryable: true },
  backup_unreadable: { retryable: false },
  sandbox_unavailable: { retryable: false },
} as const satisfies Record<string, { retryable: boolean }>;

export type ErrorCode = keyof typeof errorCatalogue;

/** The one error that Copydesk throws on purpose. `message` is one line that people can act on. */
export class AppError extends Error {
  override readonly name = "AppError";
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;

  constructor(
    code: ErrorCode,
    message: string,
    options: { cause?: unknown; details?: Record<string, unknown> } = {},
  ) {
    super(message, { cause: options.cause });
    this.code = code;
    this.details = options.details ?? {};
  }
}

export function isAppError(error: unknown, code?: ErrorCode): error is AppError {
  return error instanceof AppError && (code === undefined || error.code === code);
}
