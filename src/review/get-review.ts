import { parseUnifiedDiff } from "../diff/parse-unified-diff.ts";
import type { JobAddress } from "../jobs/get-job.ts";
import { loadNewestEvent } from "../jobs/load-newest-event.ts";
import { loadMergeNote } from "../pull-requests/claim-care.ts";
import { decideActions } from "./decide-actions.ts";
import { fillExcerpts } from "./fill-excerpts.ts";
import { listReviewCitations, loadCitations } from "./list-review-citations.ts";
import { listReviewFiles } from "./list-review-files.ts";
import { listReviewFindings } from "./list-review-findings.ts";
import { loadReviewJob } from "./load-review-job.ts";
import { loadSummaries } from "./load-summaries.ts";
import { readHostSide } from "./read-host-side.ts";
import type { ReviewDeps } from "./review-deps.ts";
import type { Review } from "./review-schema.ts";

/**
 * Returns what a reviewer sees first: changed files, findings and available actions. `refusal` says why the
 * caller may make no decisions; null if they may. Throws `job_not_found`, `transcript_expired`,
 * `unavailable`.
 */
export async function getReview(
  deps: ReviewDeps,
  address: JobAddress,
  { refusal }: { refusal: string | null },
): Promise<Review> {
  const job = await loadReviewJob(deps, address);
  const newest = <K extends "checks" | "baseline">(kind: K) =>
    loadNewestEvent(deps.database, { jobId: job.id, kind });
  const [host, summaries, checks, baseline, cited] = await Promise.all([
    refusal === null ? readHostSide(deps, job) : null,
    loadSummaries(deps.database, job.id),
    newest("checks"),
    newest("baseline"),
    loadCitations(deps.database, job.id),
  ]);
  const files = parseUnifiedDiff(job.patch ?? "");
  return {
    jobId: job.id,
    title: job.title,
    summary: summaries.toReversed().join("\n\nBefore that:\n\n") || null,
    baseCommit: job.baseCommit,
    headCommit: job.headCommit,
    pullRequest: job.pullRequest,
    files: listReviewFiles(files),
    checks: {
      counts: checks?.data.counts ?? null,
      findings: await fillExcerpts(
        deps,
        job,
        checks === null ? [] : listReviewFindings(checks.data, files),
        files,
      ),
    },
    citations: listReviewCitations(cited, files),
    actions: decideActions({ job, refusal, host }),
    autoMerge: await loadMergeNote(deps.database, job.id),
    generator: baseline?.data.site.generator ?? null,
  };
}
