import { isInclude } from "../../markdown/page-scan.ts";
import { pathsOfKind, pathsOfPart } from "../links/resolve-include.ts";
import type { PageFacts, PagePart } from "../model/page-facts.ts";
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

/** Returns the pages that this one includes, also those that its parts include. */
export function findShown(site: Site, path: string): string[] {
  const found = new Set([path]);
  for (let last = [path], depth = 0; last.length > 0 && depth < importDepthMax; depth += 1) {
    const parts = last.flatMap((one) => partsOf(site, one, site.pages.get(one)));
    last = parts.filter((one) => site.pages.has(one) && !found.has(one));
    for (const one of last) found.add(one);
  }
  return [...found].slice(1);
}

/** Pages that were read again since the index was built may include other files than it says. */
function findImporters(site: Site, path: string): string[] {
  const { importers, readAgain } = site.index;
  const includes = (one: string) => partsOf(site, one, site.pages.get(one)).includes(path);
  return [...(importers.get(path) ?? []), ...readAgain].filter(includes);
}

/** Returns included file → pages that include it. */
export function indexImporters(
  configuration: SiteConfiguration,
  pages: ReadonlyMap<string, PageFacts>,
): Map<string, string[]> {
  const importers = new Map<string, string[]>();
  for (const [path, facts] of pages) {
    for (const file of partsOf({ configuration }, path, facts)) {
      const known = importers.get(file);
      if (known === undefined) importers.set(file, [path]);
      else if (known.at(-1) !== path) known.push(path);
    }
  }
  return importers;
}

/**
 * Returns the files that a page shows: those that it imports, those that it includes where their links count
 * from the page, and those whose headings it has. Not all of them need be there.
 */
function partsOf(
  { configuration }: Pick<Site, "configuration">,
  path: string,
  facts: PageFacts | undefined,
): string[] {
  const found = (facts?.imports ?? []).map((target) => findImport({ configuration }, path, target));
  for (const one of includesOf(configuration, facts)) found.push(...pathsOfKind(configuration, path, one));
  for (const part of facts?.parts ?? []) found.push(...pathsOfPart(configuration, path, part));
  return found.filter((file) => file !== null);
}

/** Returns the includes of a page whose links count from it. */
export function includesOf({ routing }: SiteConfiguration, facts: PageFacts | undefined): Include[] {
  const { countsFromHolder, includes } = routing ?? {};
  if (countsFromHolder !== true || includes === undefined) return [];
  return (facts?.links ?? []).flatMap(({ kind, target, keepsLinks = false }) =>
    isInclude(kind) && includes.kinds.includes(kind) && !keepsLinks && !includes.keepsLinks?.includes(kind)
      ? [{ kind, target }]
      : [],
  );
}

type Include = Pick<PagePart, "kind" | "target">;
