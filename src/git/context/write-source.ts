import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AppError } from "../../errors.ts";
import type { Source } from "./open-source.ts";

/** Disk space for all sources of a job. */
export const sourceBytesMax = 2 * 1024 ** 3;

const filesAtOnce = 16;

/**
 * Writes the files of a context repository to a new folder, readable by everyone and writable by nobody;
 * leaves out those that are too large to be fetched. Returns the number of bytes. Throws
 * `repository_too_large` above `bytesMax`, and what `fetchBase` throws.
 */
export async function writeSource(
  source: Source,
  directory: string,
  { bytesMax, signal }: { bytesMax: number; signal?: AbortSignal },
): Promise<number> {
  await source.fetchAll(signal);
  await mkdir(directory, { recursive: true, mode: 0o755 });
  const paths = [...source.tree.files.keys()].filter(isPlain);
  let bytes = 0;
  for (let at = 0; at < paths.length; at += filesAtOnce) {
    signal?.throwIfAborted();
    const written = await Promise.all(
      paths.slice(at, at + filesAtOnce).map((path) => writeOne(source, path, directory, signal)),
    );
    bytes += written.reduce((sum, one) => sum + one, 0);
    if (bytes > bytesMax)
      throw new AppError(
        "repository_too_large",
        `it has more than ${Math.floor(bytesMax / 1024 ** 2)} MiB of files; name fewer with include globs.`,
      );
  }
  return bytes;
}

async function writeOne(
  source: Source,
  path: string,
  directory: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  const content = await source.read(path, signal);
  if (content === null) return 0;
  const place = join(directory, path);
  await mkdir(dirname(place), { recursive: true, mode: 0o755 });
  await writeFile(place, content, { flag: "wx", mode: 0o444, signal });
  return content.length;
}

/** git creates no other names in a tree, but a tree need not have been made by git. */
function isPlain(path: string): boolean {
  return (
    !path.startsWith("/") &&
    path.split("/").every((name) => name !== ".." && name !== "." && !name.includes("\0"))
  );
}
