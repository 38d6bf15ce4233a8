export interface FileNode<T> {
  kind: "file";
  name: string;
  file: T;
}

export interface FolderNode<T> {
  kind: "folder";
  /** A folder that contains only one folder shares its line: `docs/guides`. */
  name: string;
  path: string;
  children: TreeNode<T>[];
}

export type TreeNode<T> = FileNode<T> | FolderNode<T>;

interface Folder<T> {
  folders: Map<string, Folder<T>>;
  files: FileNode<T>[];
}

const newFolder = <T>(): Folder<T> => ({ folders: new Map(), files: [] });

/** Arranges files in folders: folders first, both by name. */
export function toFileTree<T extends { path: string }>(files: readonly T[]): TreeNode<T>[] {
  const root = newFolder<T>();
  for (const file of files) {
    const names = file.path.split("/");
    const name = names.pop()!;
    let folder = root;
    for (const part of names) {
      const inside = folder.folders.get(part) ?? newFolder<T>();
      folder.folders.set(part, inside);
      folder = inside;
    }
    folder.files.push({ kind: "file", name, file });
  }
  return toNodes(root, "");
}

function toNodes<T>(folder: Folder<T>, prefix: string): TreeNode<T>[] {
  const folders = [...folder.folders].map(([name, inside]) => toFolderNode(name, inside, prefix));
  return [...folders.sort(byName), ...folder.files.toSorted(byName)];
}

function toFolderNode<T>(first: string, inside: Folder<T>, prefix: string): FolderNode<T> {
  let name = first;
  let folder = inside;
  while (folder.files.length === 0 && folder.folders.size === 1) {
    const [[only, below]] = [...folder.folders] as [[string, Folder<T>]];
    name = `${name}/${only}`;
    folder = below;
  }
  const path = `${prefix}${name}`;
  return { kind: "folder", name, path, children: toNodes(folder, `${path}/`) };
}

function byName(one: { name: string }, other: { name: string }): number {
  return one.name.localeCompare(other.name, "en", { numeric: true });
}

/** Returns the files in the order of the tree, so that list and tree agree. */
export function filesInOrder<T>(nodes: readonly TreeNode<T>[]): T[] {
  return nodes.flatMap((node) => (node.kind === "file" ? [node.file] : filesInOrder(node.children)));
}
