import type { ApiKeyScope } from "../api-keys/api-key-record.ts";

export const permissions = [
  ...(["jobs:read", "jobs:write", "review:write", "projects:read", "projects:write"] as const),
  ...(["keys:read", "keys:write", "webhooks:read", "webhooks:write"] as const),
  ...(["members:read", "members:write", "audit:read", "usage:read", "settings:write"] as const),
] as const;

export type Permission = (typeof permissions)[number];

export const roles = ["owner", "editor", "viewer"] as const;

export type Role = (typeof roles)[number];

export interface Membership {
  organisationId: string;
  role: Role;
}

/** Sender of a request with verified credentials. */
export type Principal =
  | { kind: "api_key"; id: string; projectId: string; name: string; scopes: readonly ApiKeyScope[] }
  | {
      kind: "management_key";
      id: string;
      name: string;
      organisationId: string;
      permissions: readonly Permission[];
    }
  | {
      kind: "user";
      id: string;
      name: string;
      email: string;
      sessionId: string;
      /** End of the session. */
      expiresAt: Date;
      memberships: readonly Membership[];
    }
  | { kind: "share_link"; id: string; projectId: string; jobId: string; expiresAt: Date };

export type PrincipalKind = Principal["kind"];

const viewer: readonly Permission[] = ["jobs:read", "projects:read", "usage:read", "members:read"];
const editor: readonly Permission[] = [...viewer, "jobs:write", "review:write", "keys:read", "webhooks:read"];

const ofRoles: Record<Role, readonly Permission[]> = { viewer, editor, owner: permissions };

/** Returns the permissions of a role in its organisation. */
export function permissionsOfRole(role: Role): readonly Permission[] {
  return ofRoles[role];
}

/**
 * True if the principal has the permission in this organisation. API keys and share links belong to no
 * organisation.
 */
export function mayIn(principal: Principal, organisationId: string, permission: Permission): boolean {
  return organisationsWith(principal, permission).includes(organisationId);
}

/** Returns the organisations in which the principal has the permission. */
export function organisationsWith(principal: Principal, permission: Permission): string[] {
  if (principal.kind === "management_key")
    return principal.permissions.includes(permission) ? [principal.organisationId] : [];
  if (principal.kind !== "user") return [];
  return principal.memberships
    .filter(({ role }) => ofRoles[role].includes(permission))
    .map(({ organisationId }) => organisationId);
}
