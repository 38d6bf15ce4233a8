import type { Updateable } from "kysely";
import { type ActorDeps, actorOf } from "../audit/actor.ts";
import type { AuditAction } from "../audit/audit-actions.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { AppError } from "../errors.ts";
import { queueChannel } from "../store/channels.ts";
import type { Database, Tx } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { loadKysely } from "../store/load-kysely.ts";
import { retryConflicts } from "../store/retry-conflicts.ts";
import type { ProjectsTable } from "../store/schema.ts";
import { type ProjectRecord, toProjectRecord } from "./project-record.ts";

interface Change {
  action: Extract<AuditAction, `project.${string}`>;
  columns: Updateable<ProjectsTable>;
  /** Settings to change; null removes one. */
  settings?: Record<string, unknown>;
  /** Additional details for the audit entry. */
  note?: Record<string, unknown>;
}

/** Changes a project and writes its audit entry. Throws `project_not_found`. */
export async function changeProject(
  deps: { database: Database } & ActorDeps,
  projectId: string,
  { action, columns, settings = {}, note }: Change,
): Promise<ProjectRecord> {
  const work = () =>
    deps.database.db.transaction().execute(async (tx) => {
      const [before, after] = await updateRow(tx, projectId, { columns, settings });
      await recordAudit(tx, {
        ...{ action, actor: actorOf(deps), projectId },
        subject: { kind: "project", id: projectId, name: after.name },
        ...{ before, after: { ...after, ...note } },
      });
      return after;
    });
  return await guardStore(() => retryConflicts(work));
}

/** Returns the project before and after. Notifies workers, because more may be allowed now. */
async function updateRow(
  tx: Tx,
  projectId: string,
  change: { columns: Updateable<ProjectsTable>; settings: Record<string, unknown> },
): Promise<[before: ProjectRecord, after: ProjectRecord]> {
  const { sql } = loadKysely();
  const settings = JSON.stringify(change.settings);
  const before = await tx
    .selectFrom("projects")
    .selectAll()
    .where("id", "=", projectId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before === undefined) throw new AppError("project_not_found", "There is no such project.");
  const after = await tx
    .updateTable("projects")
    .set({ ...change.columns, settings: sql`jsonb_strip_nulls(settings || ${settings}::jsonb)` })
    .where("id", "=", projectId)
    .returningAll()
    .executeTakeFirstOrThrow();
  await sql`select pg_notify(${queueChannel}, '')`.execute(tx);
  return [toProjectRecord(before), toProjectRecord(after)];
}
