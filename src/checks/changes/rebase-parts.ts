import { posix } from "node:path";
import { resolutionsOf } from "../links/resolve-link.ts";
import { findHolders, resolveShown } from "../links/resolve-part.ts";
import { splitTarget } from "../links/split-target.ts";
import type { Site } from "../model/site.ts";
import { findShowing } from "../pages/find-showing.ts";
import type { InboundLink } from "../types.ts";
import type { EditCollection } from "./collect-edits.ts";
import { renderOfPart } from "./render-moved.ts";

/** Rewrites relative links of the parts that the moved page includes. */
export function rebaseParts(site: Site, edits: EditCollection, from: string, to: string): InboundLink[] {
  const unclear: InboundLink[] = [];
  if (site.configuration.routing?.countsFromHolder !== true) return unclear;
  for (const [path, { links }] of site.pages) {
    if (isShownAlone(site, path)) unclear.push(...findFixed(site, { part: path, from, to }));
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

/** Whether the part has a place of its own as well, from which its links count. */
function isShownAlone({ configuration }: Site, path: string): boolean {
  return configuration.hasRoute(path) || configuration.beside?.has(path) === true;
}

/** Returns links of such a part that lead somewhere only from where the moved page is now. */
function findFixed(
  site: Site,
  { part, from, to }: { part: string; from: string; to: string },
): InboundLink[] {
  if (part === from || posix.dirname(from) === posix.dirname(to)) return [];
  if (!findShowing(site, [part]).has(from)) return [];
  return (site.pages.get(part)?.links ?? []).flatMap(({ kind, line, target }) => {
    const parts = kind === "link" || kind === "image" || kind === "definition" ? splitTarget(target) : null;
    if (parts === null || parts.rawPath === "" || parts.rawPath.startsWith("/")) return [];
    return resolveShown(site, part, parts, kind) === null ? [] : [{ path: part, line, target }];
  });
}
