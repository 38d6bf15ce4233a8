import { LRUCache } from "lru-cache";
import { type ApiKeyRow, createApiKeyLoader, touchApiKeys } from "../store/api-keys/api-key-rows.ts";
import type { Database } from "../store/database.ts";
import type { Notifications } from "../store/notifications.ts";

/** Sent, with the key's id, in the transaction that changes what a key may do (trigger of 0018). */
export const keyChannel = "copydesk_key";

// A revoked key must be refused on every node within one second.
const trustMs = 300;
const rememberedKeys = 10_000;
const touchMs = 60_000;
const gatherMs = 500;
/** Three times what `createJobChanges` asks the connection in. */
const toldMs = 1_500;

/** The keys as they were at most a third of a second ago. */
export interface Keyring {
  find(keyId: string): Promise<ApiKeyRow | undefined>;
  /** Notes that the key was used; reaches the store at most once a minute, in the background. */
  noteUse(keyId: string): void;
  /** Whether the store notifies of changed keys at the moment. */
  isTold(): boolean;
  /** Calls back with the id of each key that has changed, and with null when any may have. */
  onChange(listener: (keyId: string | null) => void): void;
  /** Writes the uses that were noted. */
  close(): Promise<void>;
}

interface Known {
  row: Promise<ApiKeyRow | undefined>;
  loadedAt: number;
}

/** Keys are remembered while the store notifies of their changes; else each is asked for again when it is older than `trustMs`. */
export function createKeyring({
  database,
  notifications,
}: {
  database: Pick<Database, "pool">;
  notifications: Notifications;
}): Keyring {
  const load = createApiKeyLoader(database);
  const remembered = new LRUCache<string, Known>({ max: rememberedKeys });
  const uses = createUseNotes(database);
  let onChange: (keyId: string | null) => void = () => undefined;
  notifications.subscribe(keyChannel, {
    onPayload(keyId) {
      remembered.delete(keyId);
      onChange(keyId);
    },
    onGap() {
      remembered.clear();
      onChange(null);
    },
  });

  function isFresh(known: Known): boolean {
    return Math.max(known.loadedAt, notifications.confirmedAt()) > performance.now() - trustMs;
  }

  function loadAgain(keyId: string): Promise<ApiKeyRow | undefined> {
    const known: Known = { row: load(keyId), loadedAt: performance.now() };
    remembered.set(keyId, known);
    const forget = () => remembered.get(keyId) === known && remembered.delete(keyId);
    // An id that nobody has now may be given to a key.
    known.row.then((row) => row === undefined && forget(), forget);
    return known.row;
  }

  async function findConfirmed(keyId: string): Promise<ApiKeyRow | undefined> {
    await confirmSoon(notifications);
    const known = remembered.get(keyId);
    return known !== undefined && isFresh(known) ? known.row : loadAgain(keyId);
  }

  return {
    find(keyId) {
      notifications.open();
      const known = remembered.get(keyId);
      if (known === undefined) return loadAgain(keyId);
      return isFresh(known) ? known.row : findConfirmed(keyId);
    },
    noteUse: uses.note,
    isTold: () => notifications.confirmedAt() > performance.now() - toldMs,
    onChange(listener) {
      onChange = listener;
    },
    close: uses.write,
  };
}

/** A connection that does not respond must not hold requests up. */
async function confirmSoon(notifications: Notifications): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, trustMs / 2);
  await Promise.race([notifications.confirm(), promise]);
  clearTimeout(timer);
}

function createUseNotes(database: Pick<Database, "pool">) {
  const touched = new LRUCache<string, true>({ max: rememberedKeys, ttl: touchMs });
  let noted: string[] = [];
  let timer: NodeJS.Timeout | null = null;

  async function write(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const ids = noted;
    noted = [];
    if (ids.length === 0) return;
    await touchApiKeys(database, ids).catch(() => {
      for (const id of ids) touched.delete(id);
    });
  }

  return {
    write,
    note(keyId: string): void {
      if (touched.has(keyId)) return;
      touched.set(keyId, true);
      noted.push(keyId);
      timer ??= setTimeout(() => void write(), gatherMs).unref();
    },
  };
}
