import { policyPath } from "../policy/policy-schema.ts";
import { toAuthorRecord } from "./author-schema.ts";
import type { JobRow } from "./job-row.ts";
import type { JobRecord } from "./record.ts";

/** Returns the public record, with its fields in the specified order. */
export function toRecord(row: JobRow): JobRecord {
  return {
    id: row.id,
    status: row.status,
    source: { repository: row.repository, ref: row.branch },
    model: row.model,
    prLink: row.status === "active" ? null : (row.pull_request?.url ?? null),
    createdAt: row.created_at.toISOString(),
    archivedAt: row.archived_at?.toISOString() ?? null,
    reason: row.reason,
    message: row.message,
    title: row.title ?? row.chosen_title,
    usage: {
      steps: row.usage.steps,
      inputTokens: row.usage.inputTokens,
      cachedInputTokens: row.usage.cachedInputTokens,
      outputTokens: row.usage.outputTokens,
      costUsd: row.usage.costUsd,
    },
    pullRequest: row.pull_request && {
      url: row.pull_request.url,
      number: row.pull_request.number,
      state: row.pull_request.state,
      branch: row.pull_request.branch,
    },
    checks: row.checks && {
      new: row.checks.new,
      fixed: row.checks.fixed,
      preexisting: row.checks.preexisting,
      ...(row.checks.warnings !== undefined && { warnings: row.checks.warnings }),
      ...(row.checks.removed !== undefined && { removed: row.checks.removed }),
    },
    policy: !row.policy_blob ? null : { path: policyPath, blob: row.policy_blob },
    metadata: row.metadata,
    labels: row.labels,
    reviewers: row.reviewers,
    topic: row.topic,
    updatedAt: row.updated_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
    createdBy: toAuthorRecord(row.created_by),
  };
}
