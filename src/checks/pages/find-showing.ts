import type { Site } from "../model/site.ts";
import { findImport, importDepthMax } from "./page-anchors.ts";

/** Returns these pages, and those that include them. */
export function findShowing(site: Site, paths: Iterable<string>): Set<string> {
  const found = new Set(paths);
  const names = new Set([...found].map(lastPart));
  for (let depth = 0, size = -1; depth < importDepthMax && size !== found.size; depth += 1) {
    size = found.size;
    const mayBeFound = (target: string) => names.has(lastPart(target)) || /(?:^|\/)\.{0,2}$/.test(target);
    for (const [path, { imports }] of site.pages) {
      if (imports.length === 0 || found.has(path)) continue;
      if (!imports.some((one) => mayBeFound(one) && found.has(findImport(site, path, one) ?? ""))) continue;
      found.add(path);
      names.add(lastPart(path));
    }
  }
  return found;
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
