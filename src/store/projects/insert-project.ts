import type { Insertable, Selectable } from "kysely";
import type { Db } from "../database.ts";
import type { ProjectsTable } from "../schema.ts";

export type ProjectRow = Selectable<ProjectsTable>;

export function insertProject(db: Db, project: Insertable<ProjectsTable>): Promise<ProjectRow> {
  return db.insertInto("projects").values(project).returningAll().executeTakeFirstOrThrow();
}
