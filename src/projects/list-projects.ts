import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { type ProjectRecord, toProjectRecord } from "./project-record.ts";
import type { ProjectRow } from "./project-row.ts";

const newestFirst = "select * from projects order by created_at desc, id";

/** Lists all projects, newest first. */
export async function listProjects({
  database: { pool },
}: {
  database: Pick<Database, "pool">;
}): Promise<ProjectRecord[]> {
  const { rows } = await guardStore(() => pool.query<ProjectRow>(newestFirst));
  return rows.map(toProjectRecord);
}
