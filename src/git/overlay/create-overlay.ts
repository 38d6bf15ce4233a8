import type { GitObject } from "../mirror/git-object.ts";
import { compareNames } from "../mirror/git-order.ts";
import type { Mirror } from "../mirror/open-mirrors.ts";
import { isFile, joinPath, linkMode, type Snapshot } from "../mirror/snapshot.ts";
import { type Content, createFileLayer, type PathKind } from "./file-layer.ts";
import { createTreeIndex } from "./tree-index.ts";

interface OverlayEntry {
  name: string;
  isFolder: boolean;
}

/**
 * The tree of one job: a snapshot, overlaid with what the job has written, moved and deleted. It behaves
 * like a checkout: links are plain files, submodules are empty folders, a folder stays when its last file
 * goes. Paths are names joined by `/`; they are not validated.
 */
export interface Overlay {
  snapshot: Snapshot;
  mirror: Mirror;
  kindOf(path: string): PathKind;
  /** Returns the size of a file. */
  sizeOf(path: string): number;
  /** Reads a file. The bytes must not be changed. */
  read(path: string, signal?: AbortSignal): Promise<Buffer>;
  /** Replaces whatever is there and creates parent folders. The bytes must not be changed afterwards. */
  write(path: string, bytes: Buffer): void;
  /** Moves a file without reading it; the target must not exist. */
  move(from: string, to: string): void;
  /** Removes a file, or a folder with its contents; does nothing if there is none. */
  remove(path: string): void;
  /** Creates a folder and its parents; replaces a file in the way. */
  makeFolder(path: string): void;
  list(folder: string): OverlayEntry[];
  /** All current files, in git's order. */
  files(): OverlayFile[];
  /** Paths whose file was written, moved or deleted. */
  changedPaths(): string[];
  /** Returns git's id for the current tree. A file keeps its mode; a new one is an ordinary file. */
  treeId(): string;
  /** Returns the objects of the tree of the last `treeId` that the snapshot does not have. */
  objects(): Map<string, GitObject>;
  /** Returns the tree with links as plain files, as in a checkout. Leaves the state of `treeId` alone. */
  textTree(): { id: string; objects: Map<string, GitObject> };
}

export interface OverlayFile {
  path: string;
  mode: number;
  size: number;
  /** Null if the snapshot has the file as `id`. */
  bytes: Buffer | null;
  id: string | null;
}

export function createOverlay(mirror: Mirror, snapshot: Snapshot): Overlay {
  const layer = createFileLayer(snapshot);
  const index = createTreeIndex(snapshot);
  const fileAt = (path: string): Content | null =>
    layer.kindOf(path) === "file" ? layer.contentOf(path) : null;
  return {
    snapshot,
    mirror,
    kindOf: layer.kindOf,
    sizeOf: (path) => sizeOf(layer.contentOf(path)!),
    async read(path, signal) {
      const content = layer.contentOf(path)!;
      return content.bytes ?? (await mirror.readBlob(content.id, signal));
    },
    write: (path, bytes) => layer.write(path, { bytes, id: null }),
    move: layer.move,
    remove: layer.remove,
    makeFolder: layer.makeFolder,
    list(folder) {
      const kindOf = (name: string) => layer.kindOf(joinPath(folder, name));
      return layer.namesIn(folder).map((name) => ({ name, isFolder: kindOf(name) === "folder" }));
    },
    files() {
      const known = snapshot.paths();
      const isKnown = (path: string): boolean => {
        const entry = snapshot.find(path);
        return entry !== null && isFile(entry);
      };
      const own = layer.changedPaths().filter((path) => !isKnown(path));
      const paths = own.length === 0 ? known : [...known, ...own].sort(compareNames);
      return paths.flatMap((path) => {
        const content = fileAt(path);
        if (content === null) return [];
        const { bytes, id } = content;
        return [{ path, mode: index.modeOf(path), size: sizeOf(content), bytes, id }];
      });
    },
    changedPaths: layer.changedPaths,
    treeId() {
      index.stage(layer.takeChanges().map((path) => [path, fileAt(path)] as const));
      return index.writeTree();
    },
    objects: index.objects,
    textTree() {
      const own = createTreeIndex(snapshot);
      const links = linksOf(snapshot);
      // Removed first, so that each comes back as a new file.
      own.stage(links.map((path) => [path, null] as const));
      const changed = [...links, ...layer.changedPaths()];
      own.stage(changed.map((path) => [path, fileAt(path)] as const));
      return { id: own.writeTree(), objects: own.objects() };
    },
  };
}

function linksOf(snapshot: Snapshot): string[] {
  if (!snapshot.hasLinks) return [];
  return snapshot.paths().filter((path) => snapshot.find(path)?.mode === linkMode);
}

function sizeOf(content: Content): number {
  return content.bytes === null ? content.size : content.bytes.length;
}
