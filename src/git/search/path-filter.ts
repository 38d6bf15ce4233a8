import { matchGlob } from "../../text/match-glob.ts";
import { splitGlob } from "./search-pathspecs.ts";

/**
 * Returns a function that tells whether git's pathspecs for the glob match a path. Null for the few globs
 * that only git can judge. Throws `invalid_request` as `searchPathspecs` does.
 */
export function createPathFilter(glob: string | undefined): ((path: string) => boolean) | null {
  const filters: ((path: string) => boolean)[] = [];
  for (const alternative of splitGlob(glob)) {
    if (isOdd(alternative)) return null;
    const hasWildcard = /[*[\]\\]/.test(alternative);
    if (!alternative.includes("/")) filters.push(matchGlob(`**/${alternative}`));
    else if (!hasWildcard) {
      const folder = alternative.endsWith("/") ? alternative : `${alternative}/`;
      filters.push((path) => path === alternative || path.startsWith(folder));
    } else if (!alternative.endsWith("/")) filters.push(matchGlob(alternative));
  }
  if (glob === undefined || glob === "" || glob === ".") return () => true;
  return (path) => filters.some((matches) => matches(path));
}

/**
 * Whether git counts bytes instead of characters, normalises the path first, or treats more than two stars
 * as two.
 */
function isOdd(alternative: string): boolean {
  return alternative === "" || /[?{}]|\*{3}|^\.\.?$|(?:^|\/)\.?(?:\/|$)/.test(alternative.replace(/\/$/, ""));
}
