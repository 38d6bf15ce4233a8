import type { Updateable } from "kysely";
import { type ActorDeps, actorOf } from "../audit/actor.ts";
import type { AuditAction } from "../audit/audit-actions.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { AppError } from "../errors.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { updateProjectRow } from "../store/projects/update-project-row.ts";
import { retryConflicts } from "../store/retry-conflicts.ts";
import type { ProjectsTable } from "../store/schema.ts";
import { type ProjectRecord, toProjectRecord } from "./project-record.ts";

interface Change {
  action: Extract<AuditAction, `project.${string}`>;
  columns: Updateable<ProjectsTable>;
  /** A null takes one away. */
  settings?: Record<string, unknown>;
  /** What the entry of the audit log says besides the records. */
  note?: Record<string, unknown>;
}

/** Changes a project, with its entry in the audit log. Throws `project_not_found`. */
export async function changeProject(
  deps: { database: Database } & ActorDeps,
  projectId: string,
  { action, columns, settings = {}, note }: Change,
): Promise<ProjectRecord> {
  const work = () =>
    deps.database.db.transaction().execute(async (tx) => {
      const changed = await updateProjectRow(tx, projectId, { columns, settings });
      if (changed === undefined) throw new AppError("project_not_found", "There is no such project.");
      const [before, after] = [toProjectRecord(changed.before), toProjectRecord(changed.after)];
      await recordAudit(tx, {
        ...{ action, actor: actorOf(deps), projectId },
        subject: { kind: "project", id: projectId, name: after.name },
        ...{ before, after: { ...after, ...note } },
      });
      return after;
    });
  return await guardStore(() => retryConflicts(work));
}
