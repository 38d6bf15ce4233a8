import { AppError } from "../errors.ts";
import { organisationsWith, type Permission, type Principal } from "../people/permissions.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";

export interface VisibleProject {
  id: string;
  name: string;
}

/**
 * Returns the projects of the organisations in which the principal has the permission, or only `projectId`.
 * Throws `project_not_found` if that is not one of them.
 */
export async function listVisibleProjects(
  { database }: { database: Pick<Database, "pool"> },
  principal: Principal,
  { permission, projectId }: { permission: Permission; projectId?: string | undefined },
): Promise<VisibleProject[]> {
  const { rows } = await guardStore(() =>
    database.pool.query<VisibleProject>(
      "select id, name from projects where organisation_id = any ($1::text[]) and ($2::text is null or id = $2) order by id",
      [organisationsWith(principal, permission), projectId ?? null],
    ),
  );
  if (projectId !== undefined && rows.length === 0)
    throw new AppError("project_not_found", "There is no such project, or you do not belong to it.");
  return rows;
}
