import type { Insertable, Selectable } from "kysely";
import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import type { ProjectsTable } from "../schema.ts";

export type ProjectRow = Selectable<ProjectsTable>;

export function insertProject(
  { db }: Pick<Database, "db">,
  project: Insertable<ProjectsTable>,
): Promise<ProjectRow> {
  return guardStore(() => db.insertInto("projects").values(project).returningAll().executeTakeFirstOrThrow());
}
