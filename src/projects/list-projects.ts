import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { type ProjectRecord, toProjectRecord } from "./project-record.ts";

/** Every project, newest first. */
export async function listProjects({
  database: { db },
}: {
  database: Pick<Database, "db">;
}): Promise<ProjectRecord[]> {
  const rows = await guardStore(() =>
    db.selectFrom("projects").selectAll().orderBy("created_at", "desc").orderBy("id").execute(),
  );
  return rows.map(toProjectRecord);
}
