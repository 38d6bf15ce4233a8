import { folderMode, submoduleMode } from "../fetch/assert-repository-size.ts";
import { formatOf, type ObjectFormat } from "./git-object.ts";

export const linkMode = 0o120000;

/** A file, link, submodule or folder of a commit's tree. */
export interface TreeEntry {
  /** Mode as in git's trees: `0o100644`, `0o100755`, `0o120000`, `0o160000`, `0o40000`. */
  mode: number;
  id: string;
  /** 0 for anything but a file. */
  bytes: number;
}

/** A folder of a tree with its entries in git's order. */
export interface SnapshotFolder {
  readonly names: readonly string[];
  entryAt(index: number): TreeEntry;
  find(name: string): TreeEntry | null;
}

/** All names of a commit, without contents: read once, shared by all jobs, never changed. */
export interface Snapshot {
  commit: string;
  tree: string;
  format: ObjectFormat;
  /** Number of files, including submodules. */
  files: number;
  /** Total size of all files. */
  bytes: number;
  hasLinks: boolean;
  /** Folders by path; `""` is the root. Those without files are left out. */
  folders: ReadonlyMap<string, SnapshotFolder>;
  find(path: string): TreeEntry | null;
  /** Repository paths in git's order, without submodules. */
  paths(): readonly string[];
  /** Approximate memory use. */
  memoryBytes: number;
}

type SnapshotData = Omit<Snapshot, "format" | "find">;

export function createSnapshot(data: SnapshotData): Snapshot {
  const { commit, folders } = data;
  return {
    ...data,
    format: formatOf(commit),
    find: (path) => folders.get(parentOf(path))?.find(nameOf(path)) ?? null,
  };
}

export function isFolder({ mode }: Pick<TreeEntry, "mode">): boolean {
  return mode === folderMode;
}

/** Whether the entry is a file in a checkout, where links are plain files. */
export function isFile({ mode }: Pick<TreeEntry, "mode">): boolean {
  return mode !== folderMode && mode !== submoduleMode;
}

export function joinPath(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
