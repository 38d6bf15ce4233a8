import { posix } from "node:path";
import { resolutionsOf } from "../links/resolve-link.ts";
import type { Site } from "../model/site.ts";
import type { InboundLink } from "../types.ts";

/**
 * Returns where a page may take files by their names alone, which its generator hands to it at its place and
 * not at `to`: those that no link of the site leads to, and those that it names outside of its links.
 */
export async function findLeftBehind(site: Site, page: string, to: string): Promise<InboundLink[]> {
  const ownAt = (path: string, files: ReadonlySet<string>) =>
    site.configuration.routing?.ownFiles?.(path, files) ?? [];
  const before = ownAt(page, site.files);
  if (before.length === 0) return [];
  const after = new Set(ownAt(to, new Set([...site.files, to].filter((file) => file !== page))));
  const own = before.filter((file) => !after.has(file));
  const text = (await site.read(page)).toString("utf8");
  const named = namesOutsideLinks(site, page, text);
  const linked = new Set<string>();
  for (const path of site.pages.keys())
    for (const found of resolutionsOf(site, path)) if (found.kind === "file") linked.add(found.path);
  return own.flatMap((file) => {
    const target = posix.basename(file);
    const at = named.get(target);
    if (at !== undefined) return [{ path: page, line: text.slice(0, at).split("\n").length, target }];
    return linked.has(file) ? [] : [{ path: file, line: 1, target }];
  });
}

/** Last names of words with a file's ending → where the first of each stands. */
function namesOutsideLinks(site: Site, page: string, text: string): Map<string, number> {
  const links = site.pages.get(page)?.links ?? [];
  const inLinks = new Set(links.map(({ start }) => start));
  const named = new Map<string, number>();
  for (const { 0: word, index } of text.matchAll(/[^\s"'`()[\]<>{}|=,:]+/g)) {
    const name = posix.basename(word);
    if (name.includes(".") && !inLinks.has(index) && !named.has(name)) named.set(name, index);
  }
  return named;
}
