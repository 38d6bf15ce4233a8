import type { ApiKey, ManagementKey } from "../../api/keys.ts";

/** A key of either kind, as the table shows it. */
export interface KeyRow {
  id: string;
  name: string;
  prefix: string;
  grants: string[];
  allowedIps: string[];
  author: string | null;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
  /** Jobs of the last 30 days; null for keys of a kind that creates none. */
  jobs30d: number | null;
}

export function toKeyRow(key: ApiKey | ManagementKey): KeyRow {
  const isApiKey = "scopes" in key;
  return {
    ...key,
    prefix: `${isApiKey ? "cpd" : "cpm"}_${key.id}_…`,
    grants: isApiKey ? key.scopes : key.permissions,
    author: key.createdBy?.name ?? null,
    jobs30d: isApiKey ? key.uses.jobs30d : null,
  };
}

/** Whether the key can be used, or may become usable again. */
export function isUsable({ revokedAt, expiresAt }: KeyRow, now: number): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now);
}
