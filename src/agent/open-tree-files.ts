import { AppError, isAppError } from "../errors.ts";
import { decodeText, notRegular } from "./decode-text.ts";
import { isUsableName, parsePath } from "./parse-path.ts";
import { type FolderEntry, fileBytesMax, type WorkingFiles } from "./working-files.ts";

/** An in-memory tree with the content of a checkout; paths are names joined by `/`. */
interface FileTree {
  kindOf(path: string): "file" | "folder" | null;
  /** Size of a file. */
  sizeOf(path: string): number;
  read(path: string): Promise<Buffer>;
  write(path: string, bytes: Buffer): void;
  move(from: string, to: string): void;
  remove(path: string): void;
  makeFolder(path: string): void;
  list(folder: string): FolderEntry[];
}

/** Opens the files of a tree without a checkout; behaves like `openDiskFiles` on a checkout of the tree. */
export function openTreeFiles(tree: FileTree): WorkingFiles {
  const readText = async (path: string): Promise<string> => {
    const place = placeOf(tree, path);
    assertFile(tree, place, path);
    if (tree.sizeOf(place) > fileBytesMax) throw notRegular(path, `larger than ${fileBytesMax} bytes`);
    return decodeText(path, await tree.read(place));
  };
  return {
    readText,
    readTextIfPresent: (path) => readText(path).catch(nullIfMissing),
    async writeText(path, text) {
      const bytes = Buffer.from(text);
      if (bytes.length > fileBytesMax) throw notRegular(path, `larger than ${fileBytesMax} bytes`);
      const place = placeOf(tree, path, { create: true });
      if (tree.kindOf(place) === "folder") throw notRegular(path, "a link or a special file");
      tree.write(place, bytes);
    },
    async deleteFile(path) {
      const place = placeOf(tree, path);
      assertFile(tree, place, path);
      tree.remove(place);
    },
    async moveFile(from, to) {
      const source = placeOf(tree, from);
      assertFile(tree, source, from);
      const target = placeOf(tree, to, { create: true });
      if (tree.kindOf(target) !== null) throw notRegular(to, "there already");
      tree.move(source, target);
    },
    async isFree(path) {
      try {
        return tree.kindOf(placeOf(tree, path)) === null;
      } catch (error) {
        if (isAppError(error, "file_not_found")) return true;
        throw error;
      }
    },
    async listFolder(path) {
      const components = parsePath(path);
      enterFolder(tree, components);
      return tree
        .list(components.join("/"))
        .filter(({ name }) => isUsableName(name))
        .sort((one, other) => (one.name < other.name ? -1 : 1));
    },
  };
}

/**
 * Resolves a path. Every component before the last must be a folder; with `create`, missing folders are
 * created.
 */
function placeOf(tree: FileTree, path: string, options: { create?: boolean } = {}): string {
  const components = parsePath(path);
  if (components.length === 0) throw notRegular(path, "the root folder");
  enterFolder(tree, components.slice(0, -1), options);
  return components.join("/");
}

function enterFolder(tree: FileTree, components: readonly string[], { create = false } = {}): void {
  for (const [at, component] of components.entries()) {
    const folder = components.slice(0, at + 1).join("/");
    const kind = tree.kindOf(folder);
    if (kind === null && create) tree.makeFolder(folder);
    else if (kind === null) throw new AppError("file_not_found", `the folder ${component} does not exist`);
    else if (kind === "file")
      throw new AppError("not_a_regular_file", `${component} is not a folder of the repository`);
  }
}

function assertFile(tree: FileTree, place: string, path: string): void {
  const kind = tree.kindOf(place);
  if (kind === null) throw new AppError("file_not_found", `${path} does not exist`);
  if (kind === "folder") throw notRegular(path, "a folder");
}

function nullIfMissing(error: unknown): null {
  if (isAppError(error, "file_not_found")) return null;
  throw error;
}
