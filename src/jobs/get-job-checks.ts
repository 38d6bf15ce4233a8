import { z } from "zod";
import type { Database } from "../store/database.ts";
import type { LoadJob } from "../store/jobs/load-jobs.ts";
import { loadNewestEvent } from "../store/jobs/load-newest-event.ts";
import { getJobRow, type JobAddress } from "./get-job.ts";

const finding = z.object({
  rule: z.string(),
  path: z.string(),
  line: z.int().nullish(),
  message: z.string(),
});

export const jobChecks = z.strictObject({
  counts: z
    .strictObject({ new: z.int().min(0), fixed: z.int().min(0), preexisting: z.int().min(0) })
    .nullable()
    .meta({ description: "Null when the checks have not run." }),
  new: z.array(finding).meta({ description: "Problems that the change brings, at most 40." }),
  fixed: z.array(finding).meta({ description: "Problems that the change repairs, at most 40." }),
});

export type JobChecks = z.infer<typeof jobChecks>;

/** What the newest run of the checks found. Throws `job_not_found`, `unavailable`. */
export async function getJobChecks(
  deps: { database: Database; loadJob: LoadJob },
  address: JobAddress,
): Promise<JobChecks> {
  const { id } = await getJobRow(deps, address);
  const data = await loadNewestEvent(deps.database, { jobId: id, kind: "checks" });
  if (data === null) return { counts: null, new: [], fixed: [] };
  return jobChecks.parse({ counts: data.counts ?? null, new: data.new ?? [], fixed: data.fixed ?? [] });
}
