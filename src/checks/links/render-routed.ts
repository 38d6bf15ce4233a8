import { posix } from "node:path";
import type { Resolution } from "../model/resolution.ts";
import type { PlacedPage, Routing, Site } from "../model/site.ts";
import { keepDot } from "./keep-dot.ts";
import { relativePath } from "./relative-path.ts";
import { renderFileTarget } from "./render-target.ts";
import { joinTarget, type TargetParts } from "./split-target.ts";

type Found = Extract<Resolution, { kind: "page" | "file" }>;

/**
 * Writes a found target from `holder` as `named` after a page has moved, if the generator's own routing is
 * known. Null if that cannot be known.
 */
export function renderRouted(
  site: Site,
  routing: Routing,
  { holder, before }: { holder: PlacedPage /** The holder's path before the move. */; before: string },
  { kind, path, parts }: Found,
  named: string,
): string | null {
  if (kind === "file" && parts.isLookedUp !== true) {
    const meant = posix.join(posix.dirname(before), parts.path);
    const nameFor = (page: string, file: string) => routing.namedAs?.(page, file, site.files) ?? file;
    if (meant !== path && meant === nameFor(before, path))
      return renderFileTarget(site, holder.path, parts, nameFor(holder.path, named));
    const isBeside = meant === path;
    if (!isBeside && !parts.rawPath.startsWith("/")) return null;
    return isBeside || named !== path ? renderFileTarget(site, holder.path, parts, named) : null;
  }
  const page = { path: named, facts: site.pages.get(path) };
  if (parts.rawPath === "") return joinTarget(parts, "");
  const rendered = routing.renderPath(site, holder, parts, page);
  return rendered === null ? null : joinTarget(parts, rendered);
}

/** Keeps a relative target that names nothing relative to the same place. */
export function rebaseRouted(routing: Routing, parts: TargetParts, from: PlacedPage, to: PlacedPage): string {
  const [before, after] = [routing.addressFolder(from), routing.addressFolder(to)];
  if (before === after) return parts.rawPath;
  const relative = relativePath(after, `${before}${parts.rawPath}`) || ".";
  const dotted = keepDot(relative, parts);
  return parts.rawPath.endsWith("/") ? `${dotted}/` : dotted;
}
