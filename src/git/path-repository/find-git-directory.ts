import { constants, type Stats } from "node:fs";
import { lstat, open, readlink, stat } from "node:fs/promises";
import { join, resolve } from "node:path";

export interface GitDirectory {
  /** Has HEAD; that of a linked worktree has little else. */
  directory: string;
  /** Has objects and refs; the same but for a linked worktree. */
  common: string;
}

const smallBytesMax = 4_096;

/**
 * Where the git directory of a folder is, as git looks for it: `.git` in it, a file `.git` that names another
 * place, or the folder itself. Null when it is no repository. Reads no configuration.
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
  // An old HEAD is a link to a ref that need not be there.
  return entry === null ? (await lstat(path).catch(() => null))?.isSymbolicLink() === true : isRight(entry);
}

async function readPointer(folder: string, file: string, pattern: RegExp): Promise<string | null> {
  const [, target] = pattern.exec((await readSmallFile(file))?.trimEnd() ?? "") ?? [];
  return target === undefined ? null : resolve(folder, target);
}

/** What HEAD says, or null when it is no HEAD: a ref by its name, or a commit. */
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
 * A regular file of at most so many bytes, by default a few lines; null where there is none. Somebody else
 * may have put anything there, a pipe that never ends included.
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
