import type { Author, AuthorRecord } from "../jobs/author.ts";
import { toAuthorRecord } from "../jobs/author-schema.ts";
import type { MonthlyCap } from "../store/project-settings.ts";

export interface ApiKeyRow {
  id: string;
  project_id: string;
  name: string;
  secret_hash: Buffer;
  scopes: string[];
  allowed_ips: string[];
  monthly_cap: MonthlyCap;
  account_id: string | null;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
  revoked_at: Date | null;
  created_by: Author | null;
}

export type ApiKeyScope = "read" | "write";

/** Public fields of a key, without the secret, which only its holder has. Times are ISO 8601, UTC. */
export interface ApiKeyRecord {
  id: string;
  projectId: string;
  name: string;
  scopes: ApiKeyScope[];
  allowedIps: string[];
  monthlyCap: MonthlyCap;
  /** Null if the key was created before this was stored. */
  createdBy: AuthorRecord | null;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

export function toApiKeyRecord(row: ApiKeyRow): ApiKeyRecord {
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    scopes: row.scopes as ApiKeyScope[],
    allowedIps: row.allowed_ips,
    monthlyCap: row.monthly_cap,
    createdBy: toAuthorRecord(row.created_by),
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
  };
}
