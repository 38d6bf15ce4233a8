import { assertValidKey, findKey } from "../api-keys/find-key.ts";
import { type RememberedKeys, rememberKeys } from "../api-keys/remember-keys.ts";
import type { Principal } from "../people/permissions.ts";
import type { Database } from "../store/database.ts";
import type { Notifications } from "../store/notifications.ts";
import type { ManagementKeyRow } from "./management-key-record.ts";
import { parseManagementKey } from "./management-key-text.ts";

export type ManagementKeyring = RememberedKeys<ManagementKeyRow>;

/** Caches the management keys, at most a third of a second out of date. */
export function createManagementKeyring(deps: {
  database: Pick<Database, "pool">;
  notifications: Notifications;
}): ManagementKeyring {
  return rememberKeys(deps, { channel: "copydesk_management_key", table: "management_keys" });
}

/** Throws `invalid_api_key`, `api_key_expired`, `ip_not_allowed`. The caller checks the key's permissions. */
export async function authenticateManagementKey(
  keyring: ManagementKeyring,
  key: string,
  ip: string,
): Promise<Extract<Principal, { kind: "management_key" }>> {
  const row = await findKey(keyring, parseManagementKey(key), "management key");
  assertValidKey(row, ip, "management key");
  keyring.noteUse(row.id);
  const { id, name, organisation_id: organisationId, permissions } = row;
  return { kind: "management_key", id, name, organisationId, permissions };
}
