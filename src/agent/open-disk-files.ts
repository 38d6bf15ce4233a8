import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { lstat, open, readdir, rename, unlink } from "node:fs/promises";
import { AppError, isAppError } from "../errors.ts";
import { decodeText, notRegular } from "./decode-text.ts";
import { type OpenFolder, openFolder } from "./open-folder.ts";
import { isUsableName, parsePath } from "./parse-path.ts";
import { type FolderEntry, fileBytesMax, type WorkingFiles } from "./working-files.ts";

const modeDefault = 0o644;

/**
 * Opens the files below a folder; `directory` is its real path. Refuses symbolic and hard links and special
 * files.
 */
export function openDiskFiles(directory: string): WorkingFiles {
  return {
    readText: (path) => readTextFile(directory, path),
    readTextIfPresent: (path) => readTextFileIfPresent(directory, path),
    writeText: (path, text) => writeTextFile(directory, path, text),
    deleteFile: (path) => deleteFile(directory, path),
    moveFile: (from, to) => moveFile(directory, from, to),
    isFree: (path) => pathIsFree(directory, path),
    listFolder: (path) => listFolder(directory, path),
  };
}

async function readTextFile(directory: string, path: string): Promise<string> {
  return await withParent(directory, path, {}, async (folder, name) => {
    const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    await statRegular(folder, name, path);
    const file = await open(folder.at(name), flags).catch((error) => {
      throw explainOpen(error, path);
    });
    try {
      const entry = await file.stat();
      if (!entry.isFile() || entry.nlink > 1) throw notRegular(path, "a link or a special file");
      if (entry.size > fileBytesMax) throw notRegular(path, `larger than ${fileBytesMax} bytes`);
      return decodeText(path, await file.readFile());
    } finally {
      await file.close();
    }
  });
}

async function readTextFileIfPresent(directory: string, path: string): Promise<string | null> {
  try {
    return await readTextFile(directory, path);
  } catch (error) {
    if (isAppError(error, "file_not_found")) return null;
    throw error;
  }
}

/** Writes atomically: a reader sees either the old or the new text. */
async function writeTextFile(directory: string, path: string, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  if (bytes.length > fileBytesMax) throw notRegular(path, `larger than ${fileBytesMax} bytes`);
  await withParent(directory, path, { create: true }, async (folder, name) => {
    const before = await statIfPresent(folder, name);
    if (before !== null && (!before.isFile() || before.nlink > 1))
      throw notRegular(path, "a link or a special file");
    const temporary = folder.at(`.copydesk-${randomUUID()}`);
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    const file = await open(temporary, flags, before === null ? modeDefault : before.mode & 0o777);
    try {
      await file.writeFile(bytes);
      if (before !== null) await file.chmod(before.mode & 0o777);
      await file.close();
      await rename(temporary, folder.at(name));
    } catch (error) {
      await file.close().catch(() => {});
      await unlink(temporary).catch(() => {});
      throw error;
    }
  });
}

async function deleteFile(directory: string, path: string): Promise<void> {
  await withParent(directory, path, {}, async (folder, name) => {
    await statRegular(folder, name, path);
    await unlink(folder.at(name));
  });
}

async function moveFile(directory: string, from: string, to: string): Promise<void> {
  await withParent(directory, from, {}, async (fromFolder, fromName) => {
    await statRegular(fromFolder, fromName, from);
    await withParent(directory, to, { create: true }, async (toFolder, toName) => {
      if ((await statIfPresent(toFolder, toName)) !== null) throw notRegular(to, "there already");
      await rename(fromFolder.at(fromName), toFolder.at(toName));
    });
  });
}

async function pathIsFree(directory: string, path: string): Promise<boolean> {
  try {
    return await withParent(
      directory,
      path,
      {},
      async (folder, name) => (await statIfPresent(folder, name)) === null,
    );
  } catch (error) {
    if (isAppError(error, "file_not_found")) return true;
    throw error;
  }
}

async function listFolder(directory: string, path: string): Promise<FolderEntry[]> {
  const folder = await openFolder(directory, parsePath(path));
  try {
    const entries = await readdir(folder.self, { withFileTypes: true });
    return entries
      .filter((entry) => (entry.isDirectory() || entry.isFile()) && isUsableName(entry.name))
      .map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } finally {
    await folder.close();
  }
}

async function withParent<Result>(
  directory: string,
  path: string,
  options: { create?: boolean },
  use: (folder: OpenFolder, name: string) => Promise<Result>,
): Promise<Result> {
  const components = parsePath(path);
  const name = components.pop();
  if (name === undefined) throw notRegular(path, "the root folder");
  const folder = await openFolder(directory, components, options);
  try {
    return await use(folder, name);
  } finally {
    await folder.close();
  }
}

async function statRegular(folder: OpenFolder, name: string, path: string): Promise<void> {
  const entry = await statIfPresent(folder, name);
  if (entry === null) throw new AppError("file_not_found", `${path} does not exist`);
  if (entry.isDirectory()) throw notRegular(path, "a folder");
  if (!entry.isFile() || entry.nlink > 1) throw notRegular(path, "a link or a special file");
}

async function statIfPresent(folder: OpenFolder, name: string) {
  return await lstat(folder.at(name)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
}

function explainOpen(error: NodeJS.ErrnoException, path: string): unknown {
  if (error.code === "ELOOP") return notRegular(path, "a link");
  if (error.code === "ENOENT") return new AppError("file_not_found", `${path} does not exist`);
  return error;
}
