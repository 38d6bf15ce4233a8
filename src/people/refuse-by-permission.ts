import { AppError } from "../errors.ts";
import type { Database } from "../store/database.ts";
import {
  mayIn,
  organisationsWith,
  type Permission,
  type Principal,
  type PrincipalKind,
} from "./permissions.ts";

export interface RefuseDeps {
  database: Pick<Database, "pool">;
}

interface Access {
  permission?: Permission;
  share?: true;
  callers?: readonly PrincipalKind[];
}

interface Address {
  projectId?: string;
  jobId?: string;
}

/**
 * Throws unless the principal may call the operation at this address: `project_not_found` (the same for
 * projects of other organisations), `job_not_found`, `insufficient_permission`.
 */
export async function refuseByPermission(
  { database }: RefuseDeps,
  principal: Principal,
  { permission, share, callers = [] }: Access,
  address: Address,
): Promise<void> {
  if (callers.includes(principal.kind)) return;
  if (principal.kind === "share_link") return refuseShareLink(principal, share === true, address);
  if (permission === undefined) throw notAllowed("This needs another kind of credentials.");
  if (address.projectId === undefined) {
    if (organisationsWith(principal, permission).length === 0) throw lacks(permission);
    return;
  }
  const organisationId = await findOrganisation(database, address.projectId);
  if (organisationId === null || !belongsTo(principal, organisationId))
    throw new AppError("project_not_found", "There is no such project, or you do not belong to it.");
  if (!mayIn(principal, organisationId, permission)) throw lacks(permission);
}

function refuseShareLink(
  link: Extract<Principal, { kind: "share_link" }>,
  isShared: boolean,
  { projectId, jobId }: Address,
): void {
  if (!isShared) throw notAllowed("A share link shows one job and nothing else. Sign in to go on.");
  if (projectId !== link.projectId)
    throw new AppError("project_not_found", "There is no such project, or this link does not lead to it.");
  if (jobId !== link.jobId) throw new AppError("job_not_found", "This link leads to another job.");
}

function belongsTo(principal: Principal, organisationId: string): boolean {
  if (principal.kind === "management_key") return principal.organisationId === organisationId;
  if (principal.kind !== "user") return false;
  return principal.memberships.some((membership) => membership.organisationId === organisationId);
}

async function findOrganisation({ pool }: Pick<Database, "pool">, projectId: string): Promise<string | null> {
  if (projectId.includes("\0")) return null;
  const { rows } = await pool.query<{ organisation_id: string }>({
    name: "organisation_of_project",
    text: "select organisation_id from projects where id = $1",
    values: [projectId],
  });
  return rows[0]?.organisation_id ?? null;
}

function lacks(permission: Permission): AppError {
  return notAllowed(`This needs the permission "${permission}", which your role or key does not have.`);
}

function notAllowed(message: string): AppError {
  return new AppError("insufficient_permission", message);
}
