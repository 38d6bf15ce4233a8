import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";

/** The job's unified diff: null when it changed nothing (yet), undefined when the project has no such job. */
export async function loadPatch(
  { db }: Pick<Database, "db">,
  job: { projectId: string; jobId: string },
): Promise<string | null | undefined> {
  const row = await guardStore(() =>
    db
      .selectFrom("jobs")
      .select("patch")
      .where("id", "=", job.jobId)
      .where("project_id", "=", job.projectId)
      .executeTakeFirst(),
  );
  return row?.patch;
}
