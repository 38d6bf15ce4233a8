import { resolutionsOf } from "../links/resolve-link.ts";
import { findHolders } from "../links/resolve-part.ts";
import type { Site } from "../model/site.ts";
import type { InboundLink } from "../types.ts";
import type { EditCollection } from "./collect-edits.ts";
import { renderOfPart } from "./render-moved.ts";

/** Rewrites relative links of the parts that the moved page includes. */
export function rebaseParts(site: Site, edits: EditCollection, from: string, to: string): InboundLink[] {
  const unclear: InboundLink[] = [];
  if (site.configuration.routing?.countsFromHolder !== true) return unclear;
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
