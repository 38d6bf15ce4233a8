import { isFile, joinPath, nameOf, parentOf, type Snapshot } from "../mirror/snapshot.ts";

export type PathKind = "file" | "folder" | null;

/** Bytes of the job's own, or a file of the snapshot, wherever it stands now. */
export type Content = { bytes: Buffer; id: string | null } | { bytes: null; id: string; size: number };

/** Files and folders over those of a snapshot, as a checkout of it would have them after the same changes. */
interface FileLayer {
  kindOf(path: string): PathKind;
  /** Null where no file is. */
  contentOf(path: string): Content | null;
  write(path: string, content: Content): void;
  move(from: string, to: string): void;
  remove(path: string): void;
  makeFolder(path: string): void;
  namesIn(folder: string): string[];
  /** Whose file was written, moved or deleted, and is not in the snapshot any more as it was. */
  changedPaths(): string[];
  /** What may have changed since this was asked last, as index entries see it. */
  takeChanges(): string[];
}

export function createFileLayer(snapshot: Snapshot): FileLayer {
  /** Null: the file was deleted. */
  const files = new Map<string, Content | null>();
  const madeFolders = new Set<string>();
  /** Folders of the snapshot in whose place a file came. */
  const goneFolders = new Set<string>();
  const changes = new Set<string>();

  const contentOf = (path: string): Content | null => {
    const own = files.get(path);
    if (own !== undefined) return own;
    const entry = snapshot.find(path);
    return entry !== null && isFile(entry) ? { bytes: null, id: entry.id, size: entry.bytes } : null;
  };
  const isGone = (path: string): boolean => {
    if (goneFolders.size === 0) return false;
    for (let at = path; at !== ""; at = parentOf(at)) if (goneFolders.has(at)) return true;
    return false;
  };
  const isBaseFolder = (path: string): boolean => {
    if (path === "") return true;
    const entry = snapshot.find(path);
    return entry !== null && !isFile(entry) && !isGone(path);
  };
  const kindOf = (path: string): PathKind => {
    if (madeFolders.has(path) || isBaseFolder(path)) return "folder";
    return contentOf(path) === null ? null : "file";
  };
  const set = (path: string, content: Content | null): void => {
    files.set(path, content);
    changes.add(path);
  };
  const namesIn = (folder: string): string[] => {
    const names = new Set(isBaseFolder(folder) ? (snapshot.folder(folder)?.names ?? []) : []);
    for (const path of [...files.keys(), ...madeFolders])
      if (parentOf(path) === folder) names.add(nameOf(path));
    return [...names].filter((name) => kindOf(joinPath(folder, name)) !== null);
  };
  const remove = (path: string): void => {
    const kind = kindOf(path);
    if (kind === "file") set(path, null);
    if (kind !== "folder") return;
    for (const name of namesIn(path)) remove(joinPath(path, name));
    madeFolders.delete(path);
    if (snapshot.find(path) === null) return;
    goneFolders.add(path);
    // It may be a submodule.
    changes.add(path);
  };
  const makeFolder = (path: string): void => {
    if (kindOf(path) === "folder") return;
    makeFolder(parentOf(path));
    remove(path);
    madeFolders.add(path);
  };
  const write = (path: string, content: Content): void => {
    makeFolder(parentOf(path));
    if (kindOf(path) === "folder") remove(path);
    set(path, content);
  };
  return {
    kindOf,
    contentOf,
    write,
    move(from, to) {
      const content = contentOf(from)!;
      set(from, null);
      write(to, content);
    },
    remove,
    makeFolder,
    namesIn,
    changedPaths: () => [...files.keys()],
    takeChanges() {
      const taken = [...changes];
      changes.clear();
      return taken;
    },
  };
}
