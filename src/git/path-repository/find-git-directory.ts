import { constants, type Stats } from "node:fs";
import { lstat, open, readlink, stat } from "node:fs/promises";
import { join, resolve } from "node:path";

export interface GitDirectory {
  /** Contains HEAD; that of a linked worktree contains little else. */
  directory: string;
  /** Contains objects and refs; differs from `directory` only for a linked worktree. */
  common: string;
}

const smallBytesMax = 4_096;

/**
 * Finds the git directory of a folder as git does: `.git` in it, a file `.git` that names another place, or
 * the folder itself. Null if the folder is not a repository. Reads no configuration.
 */
export async function findGitDirectory(path: string): Promise<GitDirectory | null> {
  for (const place of [join(path, ".git"), path]) {
    const found = await stat(place).catch(() => null);
    const target = found?.isFile() ? await readPointer(path, place, /^gitdir: (.+)$/) : place;
    const directory = target === null ? null : await readCommon(target);
    if (directory !== null) return directory;
  }
  return null;
}

async function readCommon(directory: string): Promise<GitDirectory | null> {
  const common = (await readPointer(directory, join(directory, "commondir"), /^(.+)$/)) ?? directory;
  const isComplete = await Promise.all([
    isThere(join(directory, "HEAD"), (entry) => entry.isFile()),
    isThere(join(common, "objects"), (entry) => entry.isDirectory()),
    isThere(join(common, "refs"), (entry) => entry.isDirectory()),
  ]);
  return isComplete.every(Boolean) ? { directory, common } : null;
}

async function isThere(path: string, isRight: (entry: Stats) => boolean): Promise<boolean> {
  const entry = await stat(path).catch(() => null);
  // An old HEAD is a link to a ref that need not exist.
  return entry === null ? (await lstat(path).catch(() => null))?.isSymbolicLink() === true : isRight(entry);
}

async function readPointer(folder: string, file: string, pattern: RegExp): Promise<string | null> {
  const [, target] = pattern.exec((await readSmallFile(file))?.trimEnd() ?? "") ?? [];
  return target === undefined ? null : resolve(folder, target);
}

/** Returns the content of HEAD: a ref by its name, or a commit; null if it is not a valid HEAD. */
export async function readHead({ directory }: GitDirectory): Promise<string | null> {
  const file = join(directory, "HEAD");
  const link = await readlink(file).catch(() => null);
  const text = link?.startsWith("refs/") ? `ref: ${link}` : await readSmallFile(file);
  return /^(ref: ?refs\/[^\s\p{Cc}]+|[0-9a-f]{40}|[0-9a-f]{64})$/u.exec(text?.trimEnd() ?? "")?.[0] ?? null;
}

async function readSmallFile(path: string): Promise<string | null> {
  const bytes = await readRegularFile(path);
  return bytes === null || bytes === "too_large" ? null : bytes.toString("utf8");
}

/**
 * Reads a regular file of at most `bytesMax` bytes, by default a few lines; null if there is none. Somebody
 * else may have put anything there, including a pipe that never ends.
 */
export async function readRegularFile(
  path: string,
  bytesMax = smallBytesMax,
): Promise<Buffer | null | "too_large"> {
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => null);
  if (file === null) return null;
  try {
    const found = await file.stat();
    if (!found.isFile()) return null;
    const size = Math.min(found.size, bytesMax) + 1;
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size), 0, size, 0);
    return bytesRead > bytesMax ? "too_large" : buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
