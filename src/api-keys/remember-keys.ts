import { LRUCache } from "lru-cache";
import { batchLoads } from "../store/batch-calls.ts";
import type { Database } from "../store/database.ts";
import { guardStore } from "../store/guard-store.ts";
import type { Notifications } from "../store/notifications.ts";

// A revoked key must be refused on every node within one second.
const trustMs = 300;
const rememberedKeys = 10_000;
const touchMs = 60_000;
const gatherMs = 500;
/** Three times the interval at which `createJobChanges` checks the connection. */
const toldMs = 1_500;

/** Cached keys, at most a third of a second out of date. */
export interface RememberedKeys<Row> {
  find(keyId: string): Promise<Row | undefined>;
  /** Like `find`, but without waiting; undefined also if that would be necessary. */
  peek(keyId: string): Row | undefined;
  /** Records a use of the key; written to the database at most once a minute, in the background. */
  noteUse(keyId: string): void;
  /** True if the database currently notifies of changed keys. */
  isTold(): boolean;
  /** Registers a listener for the id of each changed key, or null if any may have changed. */
  onChange(listener: (keyId: string | null) => void): void;
  /** Writes the recorded uses. */
  close(): Promise<void>;
}

/** Tables of keys, which are read and touched in the same way. */
type KeyTable = "api_keys" | "management_keys";

interface Known<Row> {
  row: Promise<Row | undefined>;
  /** The row itself, once loaded. */
  loaded?: Row | undefined;
  loadedAt: number;
}

/**
 * Caches keys while the database notifies of their changes; otherwise loads a key again once it is older than
 * `trustMs`.
 */
export function rememberKeys<Row extends { id: string }>(
  { database, notifications }: { database: Pick<Database, "pool">; notifications: Notifications },
  /** `channel`: receives a key's id in the transaction that changes the key's permissions. */
  { channel, table }: { channel: string; table: KeyTable },
): RememberedKeys<Row> {
  const load = createKeyLoader<Row>(database, table);
  const remembered = new LRUCache<string, Known<Row>>({ max: rememberedKeys });
  const uses = createUseNotes((keyIds) => touchKeys(database, table, keyIds));
  let onChange: (keyId: string | null) => void = () => undefined;
  notifications.subscribe(channel, {
    onPayload(keyId) {
      remembered.delete(keyId);
      onChange(keyId);
    },
    onGap() {
      remembered.clear();
      onChange(null);
    },
  });

  function isFresh(known: Known<Row>): boolean {
    return Math.max(known.loadedAt, notifications.confirmedAt()) > performance.now() - trustMs;
  }

  function loadAgain(keyId: string): Promise<Row | undefined> {
    const known: Known<Row> = { row: load(keyId), loadedAt: performance.now() };
    remembered.set(keyId, known);
    const forget = () => remembered.get(keyId) === known && remembered.delete(keyId);
    // An unknown id may be assigned to a key later.
    known.row.then((row) => {
      known.loaded = row;
      if (row === undefined) forget();
    }, forget);
    return known.row;
  }

  async function findConfirmed(keyId: string): Promise<Row | undefined> {
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
    peek(keyId) {
      const known = remembered.get(keyId);
      // Confirms early, so that frequent callers never have to wait.
      if (notifications.confirmedAt() < performance.now() - trustMs / 2) void notifications.confirm();
      return known !== undefined && isFresh(known) ? known.loaded : undefined;
    },
    noteUse: uses.note,
    isTold: () => notifications.confirmedAt() > performance.now() - toldMs,
    onChange(listener) {
      onChange = listener;
    },
    close: uses.write,
  };
}

/** Waits only briefly, because an unresponsive connection must not hold requests up. */
async function confirmSoon(notifications: Notifications): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, trustMs / 2);
  await Promise.race([notifications.confirm(), promise]);
  clearTimeout(timer);
}

function createUseNotes(touch: (keyIds: string[]) => Promise<void>) {
  const touched = new LRUCache<string, true>({ max: rememberedKeys, ttl: touchMs });
  let noted: string[] = [];
  let timer: NodeJS.Timeout | null = null;

  async function write(): Promise<void> {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    const ids = noted;
    noted = [];
    if (ids.length === 0) return;
    await touch(ids).catch(() => {
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

/** Loads keys by id; concurrent calls become one query. */
function createKeyLoader<Row extends { id: string }>(
  { pool }: Pick<Database, "pool">,
  table: KeyTable,
): (keyId: string) => Promise<Row | undefined> {
  return batchLoads(
    (ids) =>
      guardStore(async () => {
        const text = `select * from ${table} where id = any($1::text[])`;
        const { rows } = await pool.query<Row>(text, [ids]);
        return new Map(rows.map((row) => [row.id, row]));
      }),
    { maxBatch: 500, maxInFlight: 2 },
  );
}

/** Updates the time of last use of keys for which that has not been done in the last minute. */
async function touchKeys({ pool }: Pick<Database, "pool">, table: KeyTable, keyIds: string[]): Promise<void> {
  await guardStore(() =>
    pool.query(
      `with idle as (
         select id from ${table}
         where id = any($1::text[]) and (last_used_at is null or last_used_at <= clock_timestamp() - interval '1 minute')
         order by id for no key update skip locked
       )
       update ${table} set last_used_at = clock_timestamp() from idle where ${table}.id = idle.id`,
      [keyIds],
    ),
  );
}
