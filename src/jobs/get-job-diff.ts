import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../errors.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { JobAddress } from "./get-job.ts";
import { jobMissing, transcriptExpired } from "./use-errors.ts";

const waitMs = 2_000;
const lookMs = 50;

interface KeptPatch {
  /** Unified diff; null if the job has changed nothing (yet). */
  patch: string | null;
  /** True if the job has ended and some of its work is not in the patch yet. */
  isPending: boolean;
  /** True if the patch was removed because of its age. */
  isExpired: boolean;
}

const load = `
  select patch, patch_seq is not null as "isPending", transcript_expired_at is not null as "isExpired" from jobs where id = $1 and project_id = $2`;

/**
 * Returns the job's unified diff, "" if it has changed nothing (yet). Waits up to two seconds for work that
 * a worker is handing in. Throws `job_not_found`, `transcript_expired`, `patch_pending`.
 */
export async function getJobDiff(
  { database }: { database: Pick<Database, "pool"> },
  { projectId, jobId }: JobAddress,
): Promise<string> {
  for (let waited = 0; ; waited += lookMs) {
    const { rows } = await guardStore(() => database.pool.query<KeptPatch>(load, [jobId, projectId]));
    const [kept] = rows;
    if (kept === undefined) throw jobMissing();
    if (kept.isExpired) throw transcriptExpired();
    if (!kept.isPending) return kept.patch ?? "";
    if (waited >= waitMs) break;
    await sleep(lookMs);
  }
  throw new AppError(
    "patch_pending",
    "The job has ended, but its last changes are still being collected. Try again in a few seconds.",
    { details: { retryAfterSeconds: 2 } },
  );
}
