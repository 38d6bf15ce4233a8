import { sql, type Updateable } from "kysely";
import { queueChannel } from "../channels.ts";
import type { Database } from "../database.ts";
import { guardStore } from "../guard-store.ts";
import type { ProjectsTable } from "../schema.ts";
import type { ProjectRow } from "./insert-project.ts";

/** Changes columns, and settings one by one: a null takes one away. Workers look again, because more may be allowed now. */
export function updateProjectRow(
  { db }: Pick<Database, "db">,
  projectId: string,
  change: { columns: Updateable<ProjectsTable>; settings: Record<string, unknown> },
): Promise<ProjectRow | undefined> {
  const settings = JSON.stringify(change.settings);
  return guardStore(async () => {
    const row = await db
      .updateTable("projects")
      .set({ ...change.columns, settings: sql`jsonb_strip_nulls(settings || ${settings}::jsonb)` })
      .where("id", "=", projectId)
      .returningAll()
      .executeTakeFirst();
    await sql`select pg_notify(${queueChannel}, '')`.execute(db);
    return row;
  });
}
