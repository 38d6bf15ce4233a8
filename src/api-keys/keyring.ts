import { type ApiKeyRow, createKeyLoader, touchKeys } from "../store/api-keys/api-key-rows.ts";
import type { Database } from "../store/database.ts";
import type { Notifications } from "../store/notifications.ts";
import { type RememberedKeys, rememberKeys } from "./remember-keys.ts";

/** The API keys as they were at most a third of a second ago. */
export type Keyring = RememberedKeys<ApiKeyRow>;

export function createKeyring(deps: {
  database: Pick<Database, "pool">;
  notifications: Notifications;
}): Keyring {
  return rememberKeys(deps, {
    // Told by a trigger of 0018.
    channel: "copydesk_key",
    load: createKeyLoader<ApiKeyRow>(deps.database, "api_keys"),
    touch: (keyIds) => touchKeys(deps.database, "api_keys", keyIds),
  });
}
