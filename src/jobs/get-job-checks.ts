import { z } from "zod";
import type { Database } from "../store/database.ts";
import { checkLists } from "./finding-schema.ts";
import type { LoadJob } from "./get-job.ts";
import { getTranscriptRow, type JobAddress } from "./get-job.ts";
import { loadNewestEvent } from "./load-newest-event.ts";
import { checkCounts } from "./record-schema.ts";

export const jobChecks = z.strictObject({
  counts: checkCounts.nullable().meta({ description: "Null when the checks have not run." }),
  ...checkLists,
});

export type JobChecks = z.infer<typeof jobChecks>;

/**
 * Returns the results of the latest run of the checks. Throws `job_not_found`, `transcript_expired`,
 * `unavailable`.
 */
export async function getJobChecks(
  deps: { database: Database; loadJob: LoadJob },
  address: JobAddress,
): Promise<JobChecks> {
  const { id } = await getTranscriptRow(deps, address);
  const checks = await loadNewestEvent(deps.database, { jobId: id, kind: "checks" });
  return checks?.data ?? { counts: null, notJudged: [], new: [], fixed: [] };
}
