import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../errors.ts";
import type { Database } from "../store/database.ts";
import { loadPatch } from "../store/jobs/load-patch.ts";
import type { JobAddress } from "./get-job.ts";
import { transcriptExpired } from "./use-errors.ts";

const waitMs = 2_000;
const lookMs = 50;

/**
 * The job's unified diff, "" when it changed nothing (yet). Waits up to two seconds for work that a worker is
 * just handing in. Throws `job_not_found`, `transcript_expired`, `patch_pending`.
 */
export async function getJobDiff(
  { database }: { database: Pick<Database, "pool"> },
  address: JobAddress,
): Promise<string> {
  for (let waited = 0; ; waited += lookMs) {
    const kept = await loadPatch(database, address);
    if (kept === null) throw new AppError("job_not_found", "The project has no such job.");
    if (kept.isExpired) throw transcriptExpired();
    if (!kept.isPending) return kept.patch ?? "";
    if (waited >= waitMs) break;
    await sleep(lookMs);
  }
  throw new AppError(
    "patch_pending",
    "The job has ended, and its last changes are still being collected. Ask again in a few seconds.",
    { details: { retryAfterSeconds: 2 } },
  );
}
