import type { Selectable } from "kysely";
import type { CheckCounts } from "../../jobs/record.ts";
import type { PullRequestsTable } from "../schema.ts";
import { toJsonb, toText } from "../worker/append-event.ts";

export type PullRequestRow = Selectable<PullRequestsTable>;

export interface PullRequestContent {
  branch: string;
  baseRef: string;
  baseCommit: string;
  headCommit: string;
  title: string;
  body: string;
  draft: boolean;
  jobId: string;
  /** Unified diff from base to head. */
  patch: string;
  checks: CheckCounts | null;
}

export const shortColumns = ["number", "state", "branch"] as const;

export function toColumns(content: PullRequestContent) {
  return {
    job_id: content.jobId,
    branch: content.branch,
    base_ref: content.baseRef,
    title: toText(content.title),
    body: toText(content.body),
    draft: content.draft,
    base_commit: content.baseCommit,
    head_commit: content.headCommit,
    patch: toText(content.patch),
    checks: content.checks === null ? null : toJsonb(content.checks),
  };
}
