/**
 * Keeps the most recently used values, up to a total number of bytes. Values that are dropped can be read
 * again.
 */
export interface ByteCache {
  get<Value>(key: string): Value | undefined;
  /** Stores a value, unless it takes more than half of the limit. */
  put(key: string, value: unknown, bytes: number): void;
  /** Total of the values that are kept now. */
  readonly bytes: number;
  forget(isMeant: (key: string) => boolean): void;
}

/** Cost of an entry besides its value: its key, the map's slot, the object around it. */
const entryBytes = 250;
const shareMax = 1 / 2;

export function createByteCache(bytesMax: number): ByteCache {
  const entries = new Map<string, { value: unknown; bytes: number }>();
  let total = 0;
  const remove = (key: string): void => {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  };
  return {
    get<Value>(key: string) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      // The map is in order of use.
      entries.delete(key);
      entries.set(key, entry);
      return entry.value as Value;
    },
    put(key, value, valueBytes) {
      const bytes = valueBytes + entryBytes;
      remove(key);
      if (bytes > bytesMax * shareMax) return;
      entries.set(key, { value, bytes });
      total += bytes;
      for (const oldest of entries.keys()) {
        if (total <= bytesMax) break;
        remove(oldest);
      }
    },
    get bytes() {
      return total;
    },
    forget(isMeant) {
      for (const key of [...entries.keys()]) if (isMeant(key)) remove(key);
    },
  };
}
