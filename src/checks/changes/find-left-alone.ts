import { resolutionsOf } from "../links/resolve-link.ts";
import type { Site } from "../model/site.ts";
import type { Finding } from "../types.ts";
import { findEntryPage } from "./find-entry-page.ts";

/**
 * Finds pages that tables of contents, menus or links led to, and that a change has left without any, where
 * nothing else leads readers to pages. `newPaths` maps old paths to new ones.
 */
export function findLeftAlone(before: Site, site: Site, newPaths: ReadonlyMap<string, string>): Finding[] {
  const { staysReached } = site.configuration;
  if (staysReached === undefined) return [];
  const left = new Set<string>();
  for (const [holder, facts] of before.pages) {
    if (site.pages.get(newPaths.get(holder) ?? holder) === facts) continue;
    for (const page of linkedFrom(before, holder)) left.add(newPaths.get(page) ?? page);
  }
  for (const [from, to] of newPaths) if (staysReached(before, from)) left.add(to);
  for (const { target } of before.configuration.entries) {
    const page = findEntryPage(before, target);
    if (page !== null) left.add(newPaths.get(page) ?? page);
  }
  for (const path of left) {
    const facts = site.pages.get(path);
    const isPage = facts?.isHidden === false && site.configuration.hasRoute(path);
    if (!isPage || staysReached(site, path)) left.delete(path);
  }
  if (left.size === 0) return [];
  for (const { target } of site.configuration.entries) left.delete(findEntryPage(site, target) ?? "");
  for (const holder of site.pages.keys()) {
    if (left.size === 0) break;
    for (const page of linkedFrom(site, holder)) left.delete(page);
  }
  const message = "no menu or page links to this page after this change; add it to a menu";
  return [...left].map((path) => ({ rule: "navigation", path, line: 1, column: 1, message }));
}

function* linkedFrom(site: Site, holder: string): Generator<string> {
  for (const found of resolutionsOf(site, holder))
    if ((found.kind === "page" || found.kind === "file") && found.path !== holder) yield found.path;
}
