import type { Database } from "../store/database.ts";
import type { Notifications } from "../store/notifications.ts";
import type { ApiKeyRow } from "./api-key-record.ts";
import { type RememberedKeys, rememberKeys } from "./remember-keys.ts";

/** The API keys, at most a third of a second out of date. */
export type Keyring = RememberedKeys<ApiKeyRow>;

export function createKeyring(deps: {
  database: Pick<Database, "pool">;
  notifications: Notifications;
}): Keyring {
  // Notified by a trigger from migration 0018.
  return rememberKeys(deps, { channel: "copydesk_key", table: "api_keys" });
}
