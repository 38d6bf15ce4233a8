import { LRUCache } from "lru-cache";
import { type ApiKeyRow, createApiKeyLoader, touchApiKey } from "../store/api-keys/api-key-rows.ts";
import type { Database } from "../store/database.ts";

// A revoked key must be refused on every node within one second, and event streams ask twice a second only.
const rememberMs = 300;
const rememberedKeys = 10_000;
const touchMs = 60_000;

/** The keys as this process knows them: at most a third of a second old. */
export interface Keyring {
  find(keyId: string): Promise<ApiKeyRow | undefined>;
  /** Notes that the key was used; reaches the store at most once a minute, in the background. */
  noteUse(keyId: string): void;
}

export function createKeyring(database: Pick<Database, "pool">): Keyring {
  const load = createApiKeyLoader(database);
  const remembered = new LRUCache<string, Promise<ApiKeyRow | undefined>>({
    max: rememberedKeys,
    ttl: rememberMs,
  });
  const touched = new LRUCache<string, true>({ max: rememberedKeys, ttl: touchMs });
  return {
    find(keyId) {
      const known = remembered.get(keyId);
      if (known !== undefined) return known;
      const row = load(keyId);
      remembered.set(keyId, row);
      row.catch(() => remembered.delete(keyId));
      return row;
    },
    noteUse(keyId) {
      if (touched.has(keyId)) return;
      touched.set(keyId, true);
      touchApiKey(database, keyId).catch(() => touched.delete(keyId));
    },
  };
}
