import { type GitObject, hashObject } from "../mirror/git-object.ts";
import { isFile, isFolder, parentOf, type Snapshot, type TreeEntry } from "../mirror/snapshot.ts";
import type { Content } from "./file-layer.ts";
import { plainMode, writeStagedTree } from "./staged-tree.ts";

/** Equivalent of git's index for the overlay: keeps modes by git's rules from one `stage` to the next. */
interface TreeIndex {
  /** Returns the mode that a file at the path would get. */
  modeOf(path: string): number;
  /**
   * Stages changes; null removes the file. Like `update-index`, removes first, then adds what takes its
   * place.
   */
  stage(changes: readonly (readonly [path: string, Content | null])[]): void;
  writeTree(): string;
  /** Returns the objects of the last written tree, without those of the snapshot. */
  objects(): Map<string, GitObject>;
}

const newFileMode = 0o100644;

export function createTreeIndex(snapshot: Snapshot): TreeIndex {
  /** Null: no entry. */
  const staged = new Map<string, Pick<TreeEntry, "mode" | "id"> | null>();
  const blobs = new Map<string, { id: string; bytes: Buffer }>();
  let trees = new Map<string, GitObject>();

  const find = (path: string): Pick<TreeEntry, "mode" | "id"> | null => {
    const own = staged.get(path);
    if (own !== undefined) return own;
    const entry = snapshot.find(path);
    return entry === null || isFolder(entry) ? null : entry;
  };
  const modeOf = (path: string): number => {
    const before = find(path);
    return before !== null && isFile(before) ? plainMode(before) : newFileMode;
  };
  const unstage = (path: string): void => {
    if (find(path) !== null) staged.set(path, null);
    blobs.delete(path);
  };
  const add = (path: string, content: Content): void => {
    const mode = modeOf(path);
    for (let at = path; at !== ""; at = parentOf(at)) unstage(at);
    const { bytes } = content;
    if (bytes !== null) content.id ??= hashObject(snapshot.format, { type: "blob", bytes });
    const id = content.id!;
    staged.set(path, { mode, id });
    if (bytes !== null) blobs.set(path, { id, bytes });
  };
  return {
    modeOf,
    stage(changes) {
      for (const [path, content] of changes) if (content === null) unstage(path);
      for (const [path, content] of changes) if (content !== null) add(path, content);
    },
    writeTree() {
      const written = writeStagedTree(snapshot, staged);
      trees = written.trees;
      return written.id;
    },
    objects() {
      const objects = new Map(trees);
      for (const { id, bytes } of blobs.values()) objects.set(id, { type: "blob", bytes });
      return objects;
    },
  };
}
