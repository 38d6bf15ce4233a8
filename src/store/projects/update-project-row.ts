import { sql, type Updateable } from "kysely";
import { queueChannel } from "../channels.ts";
import type { Db } from "../database.ts";
import type { ProjectsTable } from "../schema.ts";
import type { ProjectRow } from "./insert-project.ts";

/**
 * Changes columns, and settings one by one: a null takes one away. Workers look again, because more may be
 * allowed now. Undefined when there is no such project.
 */
export async function updateProjectRow(
  tx: Db,
  projectId: string,
  change: { columns: Updateable<ProjectsTable>; settings: Record<string, unknown> },
): Promise<{ before: ProjectRow; after: ProjectRow } | undefined> {
  const settings = JSON.stringify(change.settings);
  const before = await tx
    .selectFrom("projects")
    .selectAll()
    .where("id", "=", projectId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before === undefined) return undefined;
  const after = await tx
    .updateTable("projects")
    .set({ ...change.columns, settings: sql`jsonb_strip_nulls(settings || ${settings}::jsonb)` })
    .where("id", "=", projectId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await sql`select pg_notify(${queueChannel}, '')`.execute(tx);
  return { before, after };
}
