import { type ActorDeps, actorOf } from "../audit/actor.ts";
import type { AuditAction } from "../audit/audit-actions.ts";
import { recordAudit } from "../audit/record-audit.ts";
import { AppError } from "../errors.ts";
import { queueChannel } from "../store/channels.ts";
import { type Client, type Database, inTransaction } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import { type ProjectRecord, toProjectRecord } from "./project-record.ts";
import type { ProjectRow } from "./project-row.ts";

type Columns = Partial<
  Pick<ProjectRow, "name" | "repository" | "ref" | "host" | "host_url" | "credentials" | "model">
>;

interface Change {
  action: Extract<AuditAction, `project.${string}`>;
  columns: Columns;
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
    inTransaction(deps.database, async (client) => {
      const [before, after] = await updateRow(client, projectId, { columns, settings });
      await recordAudit(client, {
        ...{ action, actor: actorOf(deps), projectId },
        subject: { kind: "project", id: projectId, name: after.name },
        ...{ before, after: { ...after, ...note } },
      });
      return after;
    });
  return await guardStore(work);
}

/** Returns the project before and after. Notifies workers, because more may be allowed now. */
async function updateRow(
  client: Client,
  projectId: string,
  { columns, settings }: { columns: Columns; settings: Record<string, unknown> },
): Promise<[before: ProjectRecord, after: ProjectRecord]> {
  const before = await client.query<ProjectRow>("select * from projects where id = $1 for no key update", [
    projectId,
  ]);
  if (before.rows[0] === undefined) throw new AppError("project_not_found", "There is no such project.");
  const changed = Object.entries(columns).filter(([, value]) => value !== undefined);
  const assignments = changed.map(([column], index) => `${column} = $${index + 3}, `).join("");
  const after = await client.query<ProjectRow>(
    `update projects set ${assignments}settings = jsonb_strip_nulls(settings || $2::jsonb) where id = $1 returning *`,
    [projectId, JSON.stringify(settings), ...changed.map(([, value]) => value)],
  );
  await client.query("select pg_notify($1, '')", [queueChannel]);
  return [toProjectRecord(before.rows[0]), toProjectRecord(after.rows[0]!)];
}
