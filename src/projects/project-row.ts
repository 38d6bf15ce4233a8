import type { Selectable } from "kysely";
import { AppError } from "../errors.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { ProjectsTable } from "../store/schema.ts";

export type ProjectRow = Selectable<ProjectsTable>;

export function loadProject(
  { db }: Pick<Database, "db">,
  projectId: string,
): Promise<ProjectRow | undefined> {
  return guardStore(() =>
    db.selectFrom("projects").selectAll().where("id", "=", projectId).executeTakeFirst(),
  );
}

/** Throws `project_not_found`. */
export async function requireProject(database: Pick<Database, "db">, projectId: string): Promise<ProjectRow> {
  const row = await loadProject(database, projectId);
  if (row === undefined) throw new AppError("project_not_found", "There is no such project.");
  return row;
}
