import { matchGlob } from "../../../text/match-glob.ts";
import { settingAt } from "../shared/read-settings.ts";
import { listOf } from "./lists-of-settings.ts";

/**
 * Returns whether a mount takes in a file below its source: `includeFiles` and `excludeFiles`, for which
 * `files` stands from version 0.153 on, in which an exclamation mark excludes. Undefined: it takes in all.
 */
export function readMountFilter(mount: unknown): ((below: string) => boolean) | undefined {
  const patterns = [
    ...listOf(settingAt(mount, "files")),
    ...listOf(settingAt(mount, "includefiles")),
    ...listOf(settingAt(mount, "excludefiles")).map((one) => `!${one}`),
  ].map(readPattern);
  if (patterns.length === 0) return undefined;
  const isTakenByDefault = patterns.every(({ excludes }) => excludes);
  const isExcluded = (path: string): boolean | undefined =>
    patterns.find(({ matches }) => matches(path))?.excludes;
  return (below) => {
    const parts = below.toLowerCase().split("/");
    const around = parts.slice(1).map((_, index) => parts.slice(0, index + 1).join("/"));
    // What lies in a folder goes with it.
    if (around.some((folder) => isExcluded(folder) === true)) return false;
    return isExcluded(parts.join("/")) === undefined ? isTakenByDefault : !isExcluded(parts.join("/"));
  };
}

function readPattern(pattern: string) {
  const excludes = pattern.startsWith("!");
  const glob = pattern.slice(excludes ? 1 : 0).trim();
  return { excludes, matches: matchGlob(glob.replace(/^\//, "").toLowerCase()) };
}
