import type { Selectable } from "kysely";
import type { PullRequestDraft } from "../../code-hosts/types.ts";
import type { PullRequestsTable } from "../schema.ts";
import { toJsonb, toText } from "../storable-text.ts";

export type PullRequestRow = Selectable<PullRequestsTable>;

export const shortColumns = ["number", "state", "branch"] as const;

export function toColumns(content: PullRequestDraft) {
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
    ...(content.compareUrl == null ? {} : { compare_url: content.compareUrl }),
    checks: content.checks === null ? null : toJsonb(content.checks),
  };
}
