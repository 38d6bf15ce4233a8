import { LRUCache } from "lru-cache";
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
  /** Notes that the key was used; reaches the store at most once a minute, in the background. */
  noteUse(keyId: string): void;
  /** Whether the store notifies of changed keys at the moment. */
  isTold(): boolean;
  /** Calls back with the id of each key that has changed, and with null when any may have. */
  onChange(listener: (keyId: string | null) => void): void;
  /** Writes the uses that were noted. */
  close(): Promise<void>;
}

/** Where keys of one kind come from. */
export interface KeySource<Row> {
  /** Sent, with the key's id, in the transaction that changes what a key may do. */
  channel: string;
  load(keyId: string): Promise<Row | undefined>;
  /** Writes that they were used. */
  touch(keyIds: string[]): Promise<void>;
}

interface Known<Row> {
  row: Promise<Row | undefined>;
  loadedAt: number;
}

/**
 * Keys are remembered while the store notifies of their changes; else each is asked for again when it is
 * older than `trustMs`.
 */
export function rememberKeys<Row>(
  { notifications }: { notifications: Notifications },
  { channel, load, touch }: KeySource<Row>,
): RememberedKeys<Row> {
  const remembered = new LRUCache<string, Known<Row>>({ max: rememberedKeys });
  const uses = createUseNotes(touch);
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
    known.row.then((row) => row === undefined && forget(), forget);
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
