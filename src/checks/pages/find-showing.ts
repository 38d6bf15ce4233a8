import type { PageFacts } from "../model/page-facts.ts";
import type { Site, SiteConfiguration } from "../model/site.ts";
import { findImport, importDepthMax } from "./page-anchors.ts";

/** Returns these pages, and those that include them. */
export function findShowing(site: Site, paths: Iterable<string>): Set<string> {
  const found = new Set(paths);
  let last: Iterable<string> = found;
  for (let depth = 0; depth < importDepthMax; depth += 1) {
    const next = new Set(
      [...last].flatMap((path) => findImporters(site, path)).filter((one) => !found.has(one)),
    );
    if (next.size === 0) break;
    for (const path of next) found.add(path);
    last = next;
  }
  return found;
}

/** Pages that were read again since the index was built may include other files than it says. */
function findImporters(site: Site, path: string): string[] {
  const { importers, readAgain } = site.index;
  const includes = (one: string) =>
    site.pages.get(one)?.imports.some((target) => findImport(site, one, target) === path) === true;
  return [...(importers.get(path) ?? []), ...readAgain].filter(includes);
}

/** Returns included file → pages that include it. */
export function indexImporters(
  configuration: SiteConfiguration,
  pages: ReadonlyMap<string, PageFacts>,
): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [path, { imports }] of pages) {
    for (const target of imports) {
      const file = findImport({ configuration }, path, target);
      if (file === null) continue;
      const known = importers.get(file);
      if (known === undefined) importers.set(file, [path]);
      else if (known.at(-1) !== path) known.push(path);
    }
  }
  return importers;
}
