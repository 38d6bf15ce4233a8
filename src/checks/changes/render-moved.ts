import { posix } from "node:path";
import { renderByFiles } from "../links/render-by-files.ts";
import { renderRouted } from "../links/render-routed.ts";
import { encodePath, renderFileTarget, renderPath } from "../links/render-target.ts";
import { renderInclude } from "../links/resolve-include.ts";
import { countsByFiles } from "../links/resolve-link.ts";
import { findHolders } from "../links/resolve-part.ts";
import { renderWikilink } from "../links/resolve-wikilink.ts";
import { relativeBases } from "../model/read-address.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Site } from "../model/site.ts";

export type Found = Extract<Resolution, { kind: "page" | "file" }>;

/** Writes a found target from `holder`, once it is at its place, as `named`; null if that cannot be known. */
export function renderMoved(
  site: Site,
  holder: string,
  resolution: Found,
  move: { named: string; from: string; to: string },
): string | null {
  const { parts } = resolution;
  if (parts.isWikilink) return renderWikilink(site, holder, resolution, move);
  if (parts.include !== undefined) return renderInclude(holder, parts.rawPath, parts.include, move.named);
  const before = holder === move.to ? move.from : holder;
  const holders = findHolders(site, before, parts);
  if (holders.length > 0) return renderOfPart(site, holders, resolution, move);
  if (countsByFiles(site, before)) return renderByFiles(site, holder, resolution, move);
  const { routing } = site.configuration;
  if (routing !== null) {
    const place = { holder: { path: holder, facts: site.pages.get(before) }, before };
    return renderRouted(site, routing, place, resolution, move.named);
  }
  if (resolution.kind === "file")
    return renderFromAddress(holder, resolution, move) ?? renderFileTarget(site, holder, parts, move.named);
  return (
    renderPath(site, holder, parts, move.named, site.pages.get(resolution.path)) + parts.query + parts.hash
  );
}

/** Null if the pages that include the part would need different texts. */
export function renderOfPart(
  site: Site,
  holders: readonly string[],
  resolution: Found,
  { named, from, to }: { named: string; from: string; to: string },
): string | null {
  const texts = holders.map((before) => {
    const holder = { path: before === from ? to : before, facts: site.pages.get(before) };
    return renderRouted(site, site.configuration.routing!, { holder, before }, resolution, named);
  });
  return texts.every((text) => text === texts[0]) ? texts[0]! : null;
}

/** Keeps a file in HTML relative to the page's address; null if it is relative to the page's folder. */
function renderFromAddress(
  holder: string,
  { parts, path }: Found,
  { named, from, to }: { named: string; from: string; to: string },
): string | null {
  const bases = relativeBases(holder === to ? from : holder);
  const used = bases.find(({ folder }) => posix.join(folder, parts.path) === path)?.base ?? "folder";
  if (parts.rawPath.startsWith("/") || used === "folder") return null;
  const folder = relativeBases(holder).find(({ base }) => base === used)!.folder;
  return encodePath(posix.relative(folder, named), parts) + parts.query + parts.hash;
}
