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
 * The tree of one job: a snapshot, and over it what the job has written, moved and deleted. It is as a
 * checkout would be: links are plain files, submodules are empty folders, a folder stays when its last file
 * goes. Paths are names joined by `/`; they are not judged.
 */
export interface Overlay {
  snapshot: Snapshot;
  mirror: Mirror;
  kindOf(path: string): PathKind;
  /** Of a file. */
  sizeOf(path: string): number;
  /** Of a file. The bytes are not to be changed. */
  read(path: string, signal?: AbortSignal): Promise<Buffer>;
  /**
   * Takes the place of whatever is there; the folders above are made. The bytes are not to be changed
   * afterwards.
   */
  write(path: string, bytes: Buffer): void;
  /** A file, without reading it; nothing may be at the other path. */
  move(from: string, to: string): void;
  /** A file or a folder with all that is in it; nothing happens where nothing is. */
  remove(path: string): void;
  /** And those above it; a file in the way is replaced. */
  makeFolder(path: string): void;
  list(folder: string): OverlayEntry[];
  /** Every file as it is now, in git's order. */
  files(): OverlayFile[];
  /** Paths whose file was written, moved or deleted. */
  changedPaths(): string[];
  /**
   * The id that git gives to the tree as it is now. A file keeps the mode that it had; a new one is an
   * ordinary file.
   */
  treeId(): string;
  /** What the tree with the newest `treeId` has besides the objects of the snapshot. */
  objects(): Map<string, GitObject>;
  /** The tree with links as plain files, as a checkout has them. What `treeId` keeps is not touched. */
  textTree(): { id: string; objects: Map<string, GitObject> };
}

export interface OverlayFile {
  path: string;
  mode: number;
  size: number;
  /** Null: the snapshot has it as `id`. */
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
      // Taken out first, so that each comes back as a new file.
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
