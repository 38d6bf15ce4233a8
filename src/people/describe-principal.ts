import type { Database } from "../store/database.ts";
import { listOrganisations } from "./members/organisations.ts";
import { type Permission, type Principal, permissionsOfRole, type Role } from "./permissions.ts";

export interface Me {
  kind: string;
  id: string;
  name: string;
  email: string | null;
  /** Role in the first organisation. */
  role: Role | null;
  permissions: Permission[];
  organisations: { id: string; name: string; role: Role | null }[];
  /** Null for all projects of the organisations. */
  projectIds: string[] | null;
  jobId: string | null;
  expiresAt: string | null;
}

const ofScopes: Record<string, Permission> = { read: "jobs:read", write: "jobs:write" };

/** Describes the caller's own identity and permissions. */
export async function describePrincipal(
  deps: { database: Pick<Database, "pool"> },
  principal: Principal,
  apiKey: { expiresAt: Date | null } | undefined,
): Promise<Me> {
  const { kind, id } = principal;
  const nobody = { kind, id, email: null, role: null, organisations: [], jobId: null };
  switch (principal.kind) {
    case "api_key":
      return {
        ...nobody,
        name: principal.name,
        permissions: principal.scopes.map((scope) => ofScopes[scope]!),
        projectIds: [principal.projectId],
        expiresAt: apiKey?.expiresAt?.toISOString() ?? null,
      };
    case "share_link":
      return {
        ...nobody,
        ...{ name: "Share link", permissions: ["jobs:read"], jobId: principal.jobId },
        projectIds: [principal.projectId],
        expiresAt: principal.expiresAt.toISOString(),
      };
    case "management_key": {
      const [organisation] = await listOrganisations(deps, [principal.organisationId]);
      const { name, permissions } = principal;
      const organisations = organisation
        ? [{ id: organisation.id, name: organisation.name, role: null }]
        : [];
      return {
        ...nobody,
        name,
        permissions: [...permissions],
        organisations,
        projectIds: null,
        expiresAt: null,
      };
    }
    case "user":
      return await describeUser(deps, principal);
  }
}

async function describeUser(
  deps: { database: Pick<Database, "pool"> },
  { kind, id, name, email, memberships, expiresAt }: Extract<Principal, { kind: "user" }>,
): Promise<Me> {
  const ids = memberships.map(({ organisationId }) => organisationId);
  const named = new Map((await listOrganisations(deps, ids)).map((one) => [one.id, one.name]));
  const permissions = new Set(memberships.flatMap(({ role }) => permissionsOfRole(role)));
  return {
    ...{ kind, id, name, email, role: memberships[0]?.role ?? null },
    permissions: [...permissions],
    organisations: memberships.map(({ organisationId, role }) => ({
      ...{ id: organisationId, name: named.get(organisationId) ?? "", role },
    })),
    ...{ projectIds: null, jobId: null, expiresAt: expiresAt.toISOString() },
  };
}
