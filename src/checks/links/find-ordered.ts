import { isPagePath } from "../../text/page-path.ts";
import { withoutNumbers } from "../model/bare-route.ts";
import type { Site } from "../model/site.ts";
import type { SiteIndex } from "../model/site-index.ts";

const known = new WeakMap<SiteIndex, ReadonlyMap<string, string>>();

/**
 * Returns the page that the path leads to if numbers before names of folders and files (`2.guide/01-a.md`)
 * are left out, and the target was written without any.
 */
export function findOrdered({ index, pages }: Site, path: string, written: string): string | undefined {
  if (!isPagePath(path) || withoutNumbers(written) !== written) return undefined;
  const ordered = known.get(index) ?? listOrdered(pages.keys());
  known.set(index, ordered);
  return ordered.get(withoutNumbers(path));
}

function listOrdered(pages: Iterable<string>): ReadonlyMap<string, string> {
  const ordered = new Map<string, string>();
  for (const page of pages) {
    const bare = withoutNumbers(page);
    if (bare !== page && !ordered.has(bare)) ordered.set(bare, page);
  }
  return ordered;
}
