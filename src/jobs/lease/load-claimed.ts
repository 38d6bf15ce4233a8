import { AppError } from "../../errors.ts";
import type { Database } from "../../store/database.ts";
import { guardStore } from "../../store/guard-store.ts";
import { type ClaimRow, claimedColumns } from "./claim-job.ts";

const load = `
  select ${claimedColumns} from jobs join projects on projects.id = jobs.project_id
  where jobs.id = $1 and jobs.project_id = $2`;

/** Returns what a worker would get for the job, without claiming it. Throws `job_not_found`. */
export async function loadClaimed(
  { pool }: Pick<Database, "pool">,
  { jobId, projectId }: { jobId: string; projectId: string },
): Promise<ClaimRow> {
  const { rows } = await guardStore(() => pool.query<ClaimRow>(load, [jobId, projectId]));
  if (rows[0] !== undefined) return rows[0];
  throw new AppError("job_not_found", "The project has no such job.");
}
