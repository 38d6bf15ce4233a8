import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import type { ProjectRow } from "./insert-project.ts";

export function loadProject(
  { db }: Pick<Database, "db">,
  projectId: string,
): Promise<ProjectRow | undefined> {
  return guardStore(() =>
    db.selectFrom("projects").selectAll().where("id", "=", projectId).executeTakeFirst(),
  );
}

/** Every project, newest first. */
export function listProjectRows({ db }: Pick<Database, "db">): Promise<ProjectRow[]> {
  return guardStore(() =>
    db.selectFrom("projects").selectAll().orderBy("created_at", "desc").orderBy("id").execute(),
  );
}
