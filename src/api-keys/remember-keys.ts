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
/** Three times what `createJobChanges` asks the connection in. */
const toldMs = 1_500;

/** The keys as they were at most a third of a second ago. */
export interface RememberedKeys<Row> {
  find(keyId: string): Promise<Row | undefined>;
  /** The same where nothing has to be waited for; undefined also when something has. */
  peek(keyId: string): Row | undefined;
  /** Notes that the key was used; reaches the store at most once a minute, in the background. */
  noteUse(keyId: string): void;
  /** Whether the store notifies of changed keys at the moment. */
  isTold(): boolean;
  /** Calls back with the id of each key that has changed, and with null when any may have. */
  onChange(listener: (keyId: string | null) => void): void;
  /** Writes the uses that were noted. */
  close(): Promise<void>;
}

/** The tables of keys, which are read and touched alike. */
type KeyTable = "api_keys" | "management_keys";

interface Known<Row> {
  row: Promise<Row | undefined>;
  /** The row itself, once it has been read. */
  loaded?: Row | undefined;
  loadedAt: number;
}

/**
 * Keys are remembered while the store notifies of their changes; else each is asked for again when it is
 * older than `trustMs`.
 */
export function rememberKeys<Row extends { id: string }>(
  { database, notifications }: { database: Pick<Database, "pool">; notifications: Notifications },
  /** `channel`: told a key's id in the transaction that changes what the key may do. */
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
    // An id that nobody has now may be given to a key.
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
      // Whoever asks all the time never has to wait.
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

/** A connection that does not respond must not hold requests up. */
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

/** Writes the time of last use of those keys for which that was not done within the last minute. */
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
