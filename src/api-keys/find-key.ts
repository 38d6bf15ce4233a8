import { timingSafeEqual } from "node:crypto";
import { AppError } from "../errors.ts";
import { isAllowedIp } from "./allowed-ips.ts";
import type { KeyParts } from "./key-text.ts";
import type { RememberedKeys } from "./remember-keys.ts";

/** Name of the kind in messages. */
export type KeyKind = "API key" | "management key";

interface StoredKey {
  secret_hash: Buffer;
  revoked_at: Date | null;
  expires_at: Date | null;
  allowed_ips: string[];
}

/** Finds the stored key with these parts; null stands for a malformed key. Throws `invalid_api_key`. */
export async function findKey<Row extends StoredKey>(
  keys: Pick<RememberedKeys<Row>, "find">,
  parts: KeyParts | null,
  kind: KeyKind,
): Promise<Row> {
  const row = parts === null ? undefined : await keys.find(parts.id);
  if (row === undefined || parts === null || !isKey(parts, row)) throw unknownKey(kind);
  return row;
}

export function isKey({ secretHash }: KeyParts, row: Pick<StoredKey, "secret_hash">): boolean {
  return timingSafeEqual(secretHash, row.secret_hash);
}

/** Throws `invalid_api_key` if the key is revoked, `api_key_expired`, `ip_not_allowed`. */
export function assertValidKey(row: StoredKey, ip: string, kind: KeyKind): void {
  if (row.revoked_at !== null) throw unknownKey(kind);
  if (row.expires_at !== null && row.expires_at.getTime() <= Date.now())
    throw new AppError("api_key_expired", `This ${kind} expired at ${row.expires_at.toISOString()}.`);
  if (!isAllowedIp(ip, row.allowed_ips))
    throw new AppError("ip_not_allowed", `This ${kind} may not be used from your address.`);
}

export function invalidKey(message: string): AppError {
  return new AppError("invalid_api_key", message);
}

function unknownKey(kind: KeyKind): AppError {
  return invalidKey(`The ${kind} is not valid: it is unknown, revoked or mistyped.`);
}
