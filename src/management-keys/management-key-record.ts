import type { AuthorRecord } from "../jobs/author.ts";
import type { Permission } from "../people/permissions.ts";

export interface ManagementKeyRow {
  id: string;
  organisation_id: string;
  name: string;
  secret_hash: Buffer;
  permissions: Permission[];
  allowed_ips: string[];
  created_by: AuthorRecord;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
}

/** Public fields of a key, without the secret, which only its holder has. Times are ISO 8601, UTC. */
export interface ManagementKeyRecord {
  id: string;
  organisationId: string;
  name: string;
  permissions: Permission[];
  allowedIps: string[];
  createdBy: AuthorRecord;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

export function toManagementKeyRecord(row: ManagementKeyRow): ManagementKeyRecord {
  return {
    id: row.id,
    organisationId: row.organisation_id,
    name: row.name,
    permissions: row.permissions,
    allowedIps: row.allowed_ips,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}
