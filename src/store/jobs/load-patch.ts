import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";

export interface KeptPatch {
  /** Unified diff; null when the job changed nothing (yet). */
  patch: string | null;
  /** The job has ended, and work of it is not in the patch yet. */
  isPending: boolean;
  /** It was removed for its age. */
  isExpired: boolean;
}

const load = `
  select patch, patch_seq is not null as "isPending", transcript_expired_at is not null as "isExpired" from jobs where id = $1 and project_id = $2`;

/** Null when the project has no such job. */
export async function loadPatch(
  { pool }: Pick<Database, "pool">,
  { projectId, jobId }: { projectId: string; jobId: string },
): Promise<KeptPatch | null> {
  const { rows } = await guardStore(() => pool.query<KeptPatch>(load, [jobId, projectId]));
  return rows[0] ?? null;
}
