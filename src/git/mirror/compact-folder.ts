import { formatOf } from "./git-object.ts";
import type { SnapshotFolder, TreeEntry } from "./snapshot.ts";

/** Folders with this many names use a map instead of a linear search. */
const mapFrom = 24;
/** Memory of a folder without names. */
const folderBytes = 2_000;
/** Memory of a string and its place in a list, besides its characters. */
const nameBytes = 32;

export interface CompactFolder extends SnapshotFolder {
  memoryBytes: number;
}

/** Stores entries in git's order without an object for each: ids, modes and sizes are in typed arrays. */
export function compactFolder(ownNames: readonly string[], entries: readonly TreeEntry[]): CompactFolder {
  // A substring would keep the whole string in memory.
  const names = ownNames.map((name) => Buffer.from(name).toString());
  const idBytes = formatOf(entries[0]?.id ?? "") === "sha256" ? 32 : 20;
  const ids = Buffer.allocUnsafeSlow(idBytes * entries.length);
  const modes = new Uint16Array(entries.length);
  const sizes = new Float64Array(entries.length);
  for (const [at, { id, mode, bytes }] of entries.entries()) {
    ids.write(id, at * idBytes, "hex");
    modes[at] = mode;
    sizes[at] = bytes;
  }
  const entryAt = (at: number): TreeEntry => ({
    mode: modes[at]!,
    id: ids.toString("hex", at * idBytes, (at + 1) * idBytes),
    bytes: sizes[at]!,
  });
  let places: Map<string, number> | null = null;
  const placeOf = (name: string): number => {
    if (names.length < mapFrom) return names.indexOf(name);
    places ??= new Map(names.map((one, at) => [one, at]));
    return places.get(name) ?? -1;
  };
  const characters = names.reduce((sum, { length }) => sum + length, 0);
  return {
    names,
    entryAt,
    find(name) {
      const at = placeOf(name);
      return at === -1 ? null : entryAt(at);
    },
    // Includes the map, which may be created later.
    memoryBytes: folderBytes + characters + names.length * (2 * nameBytes + idBytes + 10),
  };
}
