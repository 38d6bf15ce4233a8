import { AppError } from "../errors.ts";
import type { Database } from "../store/database.ts";
import { loadPatch } from "../store/jobs/load-patch.ts";
import type { JobAddress } from "./get-job.ts";

/** The job's unified diff, "" when it changed nothing (yet). Throws `job_not_found`. */
export async function getJobDiff({ database }: { database: Database }, address: JobAddress): Promise<string> {
  const patch = await loadPatch(database, address);
  if (patch === undefined) throw new AppError("job_not_found", "The project has no such job.");
  return patch ?? "";
}
