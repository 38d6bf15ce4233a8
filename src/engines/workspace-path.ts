import { posix } from "node:path";
import { workspaceInside } from "../sandbox/sandbox-run.ts";

/**
 * Converts an absolute path, as the agent sees it, to a repository path; null if it is not below the
 * workspace. Checks the text only.
 */
export function workspacePath(path: unknown): string | null {
  return pathBelow(workspaceInside, path);
}

/** Does the same for another folder. */
export function pathBelow(folder: string, path: unknown): string | null {
  if (typeof path !== "string" || !path.startsWith("/")) return null;
  const way = posix.relative(folder, posix.normalize(path));
  return way === "" || way === ".." || way.startsWith("../") ? null : way;
}
