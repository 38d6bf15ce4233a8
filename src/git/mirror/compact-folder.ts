import { formatOf } from "./git-object.ts";
import type { SnapshotFolder, TreeEntry } from "./snapshot.ts";

/** From so many names on they are found by a map instead of one after the other. */
const mapFrom = 24;
/** Of a folder without any name. */
const folderBytes = 2_000;
/** Of a string, and of its place in a list, besides its characters. */
const nameBytes = 32;

export interface CompactFolder extends SnapshotFolder {
  memoryBytes: number;
}

/** Entries in git's order without an object for each: ids, modes and sizes are numbers in a row. */
export function compactFolder(ownNames: readonly string[], entries: readonly TreeEntry[]): CompactFolder {
  // A part of a string keeps the whole string in memory.
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
    // The map, too, which may come.
    memoryBytes: folderBytes + characters + names.length * (2 * nameBytes + idBytes + 10),
  };
}
