import { z } from "zod";
import type { Database } from "../store/database.ts";
import { finding, notJudged, ruleStates } from "./finding-schema.ts";
import type { LoadJob } from "./get-job.ts";
import { getTranscriptRow, type JobAddress } from "./get-job.ts";
import { loadNewestEvent } from "./load-newest-event.ts";
import { checkCounts } from "./record-schema.ts";

export const jobChecks = z.strictObject({
  counts: checkCounts.nullable().meta({ description: "Null when the checks have not run." }),
  notJudged,
  new: z.array(finding).meta({ description: "Problems that the change brings, at most 40." }),
  fixed: z.array(finding).meta({ description: "Problems that the change repairs, at most 40." }),
  preexisting: z.array(finding).optional().meta({
    description:
      "Problems that were there before and still are, those of changed files first, at most 40; absent for jobs that are older than this field.",
  }),
  warnings: z.array(finding).optional().meta({
    description: "New problems of rules that hold nothing back, at most 40; absent when there is none.",
  }),
  removed: z.array(finding).optional().meta({
    description:
      "Problems that are gone with the text that they were in, at most 40; absent when there is none.",
  }),
  rules: ruleStates.optional(),
});

export type JobChecks = z.infer<typeof jobChecks>;

/** What the newest run of the checks found. Throws `job_not_found`, `transcript_expired`, `unavailable`. */
export async function getJobChecks(
  deps: { database: Database; loadJob: LoadJob },
  address: JobAddress,
): Promise<JobChecks> {
  const { id } = await getTranscriptRow(deps, address);
  const checks = await loadNewestEvent(deps.database, { jobId: id, kind: "checks" });
  return checks?.data ?? { counts: null, notJudged: [], new: [], fixed: [] };
}
