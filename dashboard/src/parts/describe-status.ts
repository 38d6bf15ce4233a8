import type { JobRecord } from "../../../sdk/src/generated-types.ts";

export type Tone = "ok" | "bad" | "warn" | "busy" | "merged" | "quiet";

const reasons: Record<string, { label: string; tone: Tone }> = {
  queued: { label: "Queued", tone: "quiet" },
  running: { label: "Running", tone: "busy" },
  waiting_capacity: { label: "Waiting for capacity", tone: "quiet" },
  pull_request_opened: { label: "Ready for review", tone: "ok" },
  pull_request_updated: { label: "Ready for review", tone: "ok" },
  no_changes: { label: "No changes", tone: "quiet" },
  preview_ready: { label: "Preview ready", tone: "ok" },
  cancelled: { label: "Cancelled", tone: "quiet" },
  timed_out: { label: "Timed out", tone: "bad" },
  budget_exceeded: { label: "Budget used up", tone: "bad" },
  checks_failed: { label: "Checks failed", tone: "bad" },
  check_timeout: { label: "Checks took too long", tone: "bad" },
  model_error: { label: "Model failed", tone: "bad" },
  invalid_policy: { label: "Invalid policy", tone: "warn" },
  instruction_not_understood: { label: "Not understood", tone: "warn" },
  agent_stuck: { label: "Agent got stuck", tone: "bad" },
  repository_error: { label: "Repository failed", tone: "bad" },
  code_host_error: { label: "Code host failed", tone: "bad" },
  diff_too_large: { label: "Change too large", tone: "bad" },
  worker_crashed_repeatedly: { label: "Worker crashed", tone: "bad" },
  internal_error: { label: "Internal error", tone: "bad" },
};

const statuses: Record<string, { label: string; tone: Tone }> = {
  active: { label: "Running", tone: "busy" },
  completed: { label: "Completed", tone: "ok" },
  failed: { label: "Failed", tone: "bad" },
  archived: { label: "Archived", tone: "quiet" },
};

const ended: Record<string, { label: string; tone: Tone }> = {
  merged: { label: "Merged", tone: "merged" },
  closed: { label: "Closed", tone: "quiet" },
};

const published = new Set(["pull_request_opened", "pull_request_updated"]);

export type Standing = Pick<JobRecord, "status" | "reason"> & {
  pullRequest?: { state: string } | null;
};

/**
 * Returns the words and the colour of a job's state; the state of an ended pull request takes precedence.
 * Unknown reasons of a newer service fall back to the status.
 */
export function describeStatus({ status, reason, pullRequest }: Standing): { label: string; tone: Tone } {
  if (status === "archived") return statuses.archived!;
  if (published.has(reason)) return ended[pullRequest?.state ?? ""] ?? reasons[reason]!;
  return reasons[reason] ?? statuses[status] ?? { label: status, tone: "quiet" };
}
