import { posix } from "node:path";

/** Deeper than any path leads out of it. */
const root = `/${"-/".repeat(64)}`;

/**
 * Returns the way from a folder of the repository to a path, which may lead out of it: `posix.relative` would
 * count that from the folder in which the process runs.
 */
export function relativePath(folder: string, path: string): string {
  return posix.relative(posix.join(root, folder), posix.join(root, path));
}
