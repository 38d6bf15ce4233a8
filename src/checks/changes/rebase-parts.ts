import { posix } from "node:path";
import { resolutionsOf } from "../links/resolve-link.ts";
import { findHolders, resolveShown } from "../links/resolve-part.ts";
import { splitTarget } from "../links/split-target.ts";
import type { Site } from "../model/site.ts";
import { findShown } from "../pages/find-showing.ts";
import type { InboundLink } from "../types.ts";
import type { EditCollection } from "./collect-edits.ts";
import { renderOfPart } from "./render-moved.ts";

/** Rewrites relative links of the parts that the moved page includes. */
export function rebaseParts(site: Site, edits: EditCollection, from: string, to: string): InboundLink[] {
  if (site.configuration.routing?.countsFromHolder !== true) return [];
  const unclear = findFixed(site, from, to);
  for (const [path, { links }] of site.pages) {
    const holders = path === from ? [] : findHolders(site, path);
    if (!holders.includes(from)) continue;
    const resolutions = resolutionsOf(site, path);
    for (const [index, { line, target, start, end }] of links.entries()) {
      const found = resolutions[index]!;
      if ((found.kind !== "page" && found.kind !== "file") || found.path === from) continue;
      if (found.parts.include !== undefined || /^\/|^$/.test(found.parts.rawPath)) continue;
      const text = renderOfPart(site, holders, found, { named: found.path, from, to });
      if (text === null) unclear.push({ path, line, target });
      else if (text !== target) edits.add(path, { start, end, text }, "link");
    }
  }
  return unclear;
}

/**
 * Returns links of parts with a place of their own, from which their links count as well, that lead somewhere
 * only from where the moved page is now.
 */
function findFixed(site: Site, from: string, to: string): InboundLink[] {
  if (posix.dirname(from) === posix.dirname(to)) return [];
  const { hasRoute, beside } = site.configuration;
  const parts = findShown(site, from).filter((one) => hasRoute(one) || beside?.has(one) === true);
  return parts.flatMap((part) =>
    (site.pages.get(part)?.links ?? []).flatMap(({ kind, line, target }) => {
      const isRead = kind === "link" || kind === "image" || kind === "definition";
      const found = isRead ? splitTarget(target) : null;
      if (found === null || found.rawPath === "" || found.rawPath.startsWith("/")) return [];
      return resolveShown(site, part, found, kind) === null ? [] : [{ path: part, line, target }];
    }),
  );
}
