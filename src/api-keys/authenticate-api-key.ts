import { AppError } from "../errors.ts";
import type { ApiKeyRow, ApiKeyScope } from "./api-key-record.ts";
import { parseApiKey } from "./api-key-text.ts";
import { assertValidKey, findKey, invalidKey, isKey } from "./find-key.ts";
import type { KeyParts } from "./key-text.ts";
import type { Keyring } from "./keyring.ts";

export interface ApiKeyUse {
  /** The key that the client sent; null if none. */
  key: string | null;
  /** Null if a key of any project is allowed. */
  projectId: string | null;
  /** Null if a key of any scope is allowed. */
  scope: ApiKeyScope | null;
  ip: string;
}

/** An authenticated API key. */
export interface UsedKey {
  id: string;
  projectId: string;
  name: string;
  scopes: readonly ApiKeyScope[];
  expiresAt: Date | null;
}

/**
 * Returns the key if this use is allowed. Throws, in this order: `invalid_api_key`, `api_key_expired`,
 * `ip_not_allowed`, `insufficient_scope`, `project_not_found` (the same for a missing project and for another
 * key's project).
 */
export async function authenticateApiKey(
  { keyring }: { keyring: Keyring },
  use: ApiKeyUse,
): Promise<UsedKey> {
  if (use.key === null) throw invalidKey("Send an API key in the header: Authorization: Bearer cpd_…");
  const row = await findKey(keyring, parseApiKey(use.key), "API key");
  refuseUse(row, use);
  keyring.noteUse(row.id);
  const scopes = row.scopes as ApiKeyScope[];
  return { id: row.id, projectId: row.project_id, name: row.name, scopes, expiresAt: row.expires_at };
}

/**
 * True if the key is known to allow this use, without a query. A key that depends on the client's address
 * counts as unknown.
 */
export function isKnownToBeAllowed(
  { keyring }: { keyring: Keyring },
  { parts, projectId }: { parts: KeyParts; projectId: string },
  scope: ApiKeyScope,
): boolean {
  const row = keyring.peek(parts.id);
  if (row === undefined || !isKey(parts, row) || row.allowed_ips.length > 0) return false;
  if (!isStillAllowed(row, { projectId, scope, ip: "" })) return false;
  keyring.noteUse(row.id);
  return true;
}

/** True if a key that was allowed before still is. */
export function isStillAllowed(row: ApiKeyRow | undefined, use: Omit<ApiKeyUse, "key">): boolean {
  if (row === undefined) return false;
  try {
    refuseUse(row, use);
    return true;
  } catch {
    return false;
  }
}

function refuseUse(row: ApiKeyRow, use: Omit<ApiKeyUse, "key">): void {
  assertValidKey(row, use.ip, "API key");
  if (use.scope !== null && !row.scopes.includes(use.scope))
    throw new AppError("insufficient_scope", `This API key lacks the scope "${use.scope}".`);
  if (use.projectId !== null && row.project_id !== use.projectId)
    throw new AppError(
      "project_not_found",
      "There is no such project, or the API key does not belong to it.",
    );
}
