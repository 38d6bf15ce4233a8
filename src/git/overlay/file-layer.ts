import { isFile, joinPath, nameOf, parentOf, type Snapshot } from "../mirror/snapshot.ts";

export type PathKind = "file" | "folder" | null;

/** The job's own bytes, or a file of the snapshot, wherever it is now. */
export type Content = { bytes: Buffer; id: string | null } | { bytes: null; id: string; size: number };

/** Files and folders on top of a snapshot, as a checkout of it would have them after the same changes. */
interface FileLayer {
  kindOf(path: string): PathKind;
  /** Returns null if there is no file. */
  contentOf(path: string): Content | null;
  write(path: string, content: Content): void;
  move(from: string, to: string): void;
  remove(path: string): void;
  makeFolder(path: string): void;
  namesIn(folder: string): string[];
  /** Paths whose file was written, moved or deleted and no longer is as in the snapshot. */
  changedPaths(): string[];
  /** Returns the paths whose index entries may have changed since the last call. */
  takeChanges(): string[];
}

interface Layer {
  snapshot: Snapshot;
  /** Null: the file was deleted. */
  files: Map<string, Content | null>;
  madeFolders: Set<string>;
  /** Folders of the snapshot that a file has replaced or that were removed. */
  goneFolders: Set<string>;
  changes: Set<string>;
}

export function createFileLayer(snapshot: Snapshot): FileLayer {
  const layer: Layer = {
    snapshot,
    files: new Map(),
    madeFolders: new Set(),
    goneFolders: new Set(),
    changes: new Set(),
  };
  return {
    kindOf: (path) => kindOf(layer, path),
    contentOf: (path) => contentOf(layer, path),
    write: (path, content) => write(layer, path, content),
    move(from, to) {
      const content = contentOf(layer, from)!;
      set(layer, from, null);
      write(layer, to, content);
    },
    remove: (path) => remove(layer, path),
    makeFolder: (path) => makeFolder(layer, path),
    namesIn: (folder) => namesIn(layer, folder),
    changedPaths: () => [...layer.files.keys()],
    takeChanges() {
      const taken = [...layer.changes];
      layer.changes.clear();
      return taken;
    },
  };
}

function contentOf({ files, snapshot }: Layer, path: string): Content | null {
  const own = files.get(path);
  if (own !== undefined) return own;
  const entry = snapshot.find(path);
  return entry !== null && isFile(entry) ? { bytes: null, id: entry.id, size: entry.bytes } : null;
}

function isGone({ goneFolders }: Layer, path: string): boolean {
  if (goneFolders.size === 0) return false;
  for (let at = path; at !== ""; at = parentOf(at)) if (goneFolders.has(at)) return true;
  return false;
}

function isBaseFolder(layer: Layer, path: string): boolean {
  if (path === "") return true;
  const entry = layer.snapshot.find(path);
  return entry !== null && !isFile(entry) && !isGone(layer, path);
}

function kindOf(layer: Layer, path: string): PathKind {
  if (layer.madeFolders.has(path) || isBaseFolder(layer, path)) return "folder";
  return contentOf(layer, path) === null ? null : "file";
}

function set({ files, changes }: Layer, path: string, content: Content | null): void {
  files.set(path, content);
  changes.add(path);
}

function namesIn(layer: Layer, folder: string): string[] {
  const { snapshot, files, madeFolders } = layer;
  const names = new Set(isBaseFolder(layer, folder) ? (snapshot.folders.get(folder)?.names ?? []) : []);
  for (const path of [...files.keys(), ...madeFolders])
    if (parentOf(path) === folder) names.add(nameOf(path));
  return [...names].filter((name) => kindOf(layer, joinPath(folder, name)) !== null);
}

function remove(layer: Layer, path: string): void {
  const kind = kindOf(layer, path);
  if (kind === "file") set(layer, path, null);
  if (kind !== "folder") return;
  for (const name of namesIn(layer, path)) remove(layer, joinPath(path, name));
  layer.madeFolders.delete(path);
  if (layer.snapshot.find(path) === null) return;
  layer.goneFolders.add(path);
  // The path may be a submodule.
  layer.changes.add(path);
}

function makeFolder(layer: Layer, path: string): void {
  if (kindOf(layer, path) === "folder") return;
  makeFolder(layer, parentOf(path));
  remove(layer, path);
  layer.madeFolders.add(path);
}

function write(layer: Layer, path: string, content: Content): void {
  makeFolder(layer, parentOf(path));
  if (kindOf(layer, path) === "folder") remove(layer, path);
  set(layer, path, content);
}
