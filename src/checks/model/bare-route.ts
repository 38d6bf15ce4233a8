import { posix } from "node:path";
import { isPagePath } from "../../text/page-path.ts";

/**
 * A number before a name (`01-`, `(1)`), which some generators take for its place in the menu; `5.x` is a
 * version.
 */
const number = /(^|\/)(?:\d{1,3}[._-](?=[^\d/.])(?!x(?:\/|$))|\(\d{1,3}\)(?=[^/.]))/g;
/** A folder that only groups pages. */
const group = /(^|\/)\([^/()]{1,100}\)\//g;

/** Returns a path as addresses of some generators have it: without numbers before names, and groups. */
export function bareRoute(path: string): string {
  return withoutNumbers(path.replace(group, "$1"));
}

export function withoutNumbers(path: string): string {
  return path.replace(number, "$1");
}

/** Returns the folders of pages, also by the names that they may have in addresses. */
export function foldersOfPages(files: ReadonlySet<string>): Set<string> {
  const folders = new Set([...files].filter((path) => isPagePath(path)).map((path) => posix.dirname(path)));
  for (const folder of [...folders]) {
    const bare = bareRoute(`${folder}/`).slice(0, -1);
    if (bare !== folder) folders.add(bare).add(bare.toLowerCase());
  }
  return folders;
}
