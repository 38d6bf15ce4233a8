import { folderMode } from "../fetch/assert-repository-size.ts";
import { type GitObject, hashObject } from "../mirror/git-object.ts";
import { compareNames, sortKey } from "../mirror/git-order.ts";
import { isFolder, joinPath, nameOf, parentOf, type Snapshot, type TreeEntry } from "../mirror/snapshot.ts";

/** Changes to a tree: new entries, or null for removed ones. */
type StagedEntries = ReadonlyMap<string, Pick<TreeEntry, "mode" | "id"> | null>;

interface StagedTree {
  id: string;
  /** Trees that the snapshot lacks. */
  trees: Map<string, GitObject>;
}

type Entry = Pick<TreeEntry, "mode" | "id">;

/**
 * Returns the tree that git makes of a snapshot and these entries. Rebuilds only folders with staged
 * entries.
 */
export function writeStagedTree(snapshot: Snapshot, staged: StagedEntries): StagedTree {
  const trees = new Map<string, GitObject>();
  const changes = groupByFolder(staged);
  const write = (folder: string): Entry | null => {
    const entries = new Map<string, Entry>();
    const base = snapshot.folders.get(folder);
    for (const [at, name] of base?.names.entries() ?? []) entries.set(name, base!.entryAt(at));
    for (const name of changes.get(folder) ?? []) {
      const path = joinPath(folder, name);
      // A file in place of a folder: everything below it is staged as removed.
      const entry = staged.get(path) ?? (changes.has(path) ? write(path) : null);
      if (entry === null) entries.delete(name);
      else entries.set(name, entry);
    }
    if (entries.size === 0 && folder !== "") return null;
    const bytes = treeBytes(entries);
    const tree: GitObject = { type: "tree", bytes };
    const id = hashObject(snapshot.format, tree);
    const before = folder === "" ? snapshot.tree : snapshot.find(folder)?.id;
    if (id !== before) trees.set(id, tree);
    return { mode: folderMode, id };
  };
  if (staged.size === 0) return { id: snapshot.tree, trees };
  const { id } = write("")!;
  return { id, trees };
}

/** Groups names by folder: those of staged entries and of the folders above them. */
function groupByFolder(staged: StagedEntries): Map<string, Set<string>> {
  const folders = new Map<string, Set<string>>();
  for (const path of staged.keys()) {
    for (let at = path; at !== ""; at = parentOf(at)) {
      const names = folders.get(parentOf(at)) ?? new Set();
      folders.set(parentOf(at), names.add(nameOf(at)));
    }
  }
  return folders;
}

function treeBytes(entries: ReadonlyMap<string, Entry>): Buffer {
  const sorted = [...entries].map(([name, entry]) => ({ key: sortKey(name, entry), name, entry }));
  sorted.sort((one, other) => compareNames(one.key, other.key));
  const parts = sorted.flatMap(({ name, entry }) => [
    Buffer.from(`${plainMode(entry).toString(8)} ${name}\0`),
    Buffer.from(entry.id, "hex"),
  ]);
  return Buffer.concat(parts);
}

/** Reduces a mode as git does: of the modes that old programs wrote, only the executable bit counts. */
export function plainMode({ mode }: Pick<TreeEntry, "mode">): number {
  const isRegular = (mode & 0o170000) === 0o100000;
  if (!isRegular) return isFolder({ mode }) ? folderMode : mode;
  return (mode & 0o100) === 0 ? 0o100644 : 0o100755;
}
