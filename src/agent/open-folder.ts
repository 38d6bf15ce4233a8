import { constants, existsSync } from "node:fs";
import { type FileHandle, lstat, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { AppError } from "../errors.ts";

/**
 * An open folder of the workspace. Entries are reached through its descriptor, so that replacing its path has
 * no effect.
 */
export interface OpenFolder {
  /** Returns the entry's path for file system calls. Callers must not follow a link at its last component. */
  at(name: string): string;
  /** Path of the folder itself, for listing. */
  self: string;
  close(): Promise<void>;
}

const folderFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
const descriptors = "/proc/self/fd";

/**
 * Opens a folder component by component and follows no links. With `create`, missing folders are created.
 * Throws `file_not_found`, and `not_a_regular_file` if a component is a link or not a folder. The caller
 * closes it.
 * If /proc exists, each step goes through the descriptor of the previous folder (as with openat), so that a
 * folder replaced by a link between check and use changes nothing. Otherwise, each component is checked, then
 * opened without following links.
 */
export async function openFolder(
  directory: string,
  components: readonly string[],
  options: { create?: boolean } = {},
): Promise<OpenFolder> {
  let handle = await open(directory, folderFlags);
  let path = directory;
  try {
    for (const component of components) {
      const next = join(base(handle, path), component);
      if (options.create) await makeFolder(next);
      const inner = await openComponent(next, component);
      await handle.close();
      handle = inner;
      path = join(path, component);
    }
  } catch (error) {
    await handle.close();
    throw error;
  }
  const self = base(handle, path);
  return { self, at: (name) => join(self, name), close: () => handle.close() };
}

function base(handle: FileHandle, path: string): string {
  return process.platform === "linux" && existsSync(descriptors) ? `${descriptors}/${handle.fd}` : path;
}

async function makeFolder(path: string): Promise<void> {
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}

async function openComponent(path: string, component: string): Promise<FileHandle> {
  const entry = await lstat(path).catch(notFound);
  if (entry === null) throw new AppError("file_not_found", `the folder ${component} does not exist`);
  if (!entry.isDirectory()) throw notAFolder(component);
  return await open(path, folderFlags).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ELOOP" || error.code === "ENOTDIR") throw notAFolder(component);
    if (error.code === "ENOENT")
      throw new AppError("file_not_found", `the folder ${component} does not exist`);
    throw error;
  });
}

function notAFolder(component: string): AppError {
  return new AppError("not_a_regular_file", `${component} is not a folder of the repository`);
}

function notFound(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return null;
  throw error;
}
