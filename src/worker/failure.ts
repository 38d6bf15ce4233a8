import { AppError, type ErrorCode } from "../errors.ts";
import type { FailedReason } from "../jobs/record.ts";

/** Ends a job as failed with this reason; `message` is the one line that people read. */
export class JobFailure extends Error {
  override readonly name = "JobFailure";
  readonly reason: FailedReason;

  constructor(reason: FailedReason, message: string, cause?: unknown) {
    super(message, { cause });
    this.reason = reason;
  }
}

const reasonOfCode: Partial<Record<ErrorCode, FailedReason>> = {
  invalid_ref: "repository_error",
  invalid_repository_url: "repository_error",
  url_not_allowed: "repository_error",
  repository_unreachable: "repository_error",
  repository_empty: "repository_error",
  ref_not_found: "repository_error",
  markup_not_edited: "repository_error",
  repository_too_large: "repository_error",
  file_name_unreadable: "repository_error",
  workspace_disk_full: "repository_error",
  git_missing: "repository_error",
  git_failed: "repository_error",
  push_rejected: "code_host_error",
  code_host_unauthorized: "code_host_error",
  code_host_forbidden: "code_host_error",
  code_host_refused: "code_host_error",
  code_host_unavailable: "code_host_error",
  diff_too_large: "diff_too_large",
  forbidden_change: "checks_failed",
  path_not_allowed: "checks_failed",
  check_timeout: "check_timeout",
  unknown_model: "model_error",
  sandbox_unavailable: "model_error",
  invalid_configuration: "model_error",
  model_error: "model_error",
  instruction_not_understood: "instruction_not_understood",
  invalid_policy: "invalid_policy",
};

/**
 * Converts a thrown value to the job's failure. An unknown error gets a general text; its details belong in
 * the log only.
 */
export function toFailure(error: unknown): JobFailure {
  if (error instanceof JobFailure) return error;
  if (error instanceof AppError) {
    return new JobFailure(reasonOfCode[error.code] ?? "internal_error", error.message, error);
  }
  return new JobFailure(
    "internal_error",
    "Something went wrong inside Copydesk; the log has the details.",
    error,
  );
}
