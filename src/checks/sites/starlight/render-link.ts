import { posix } from "node:path";
import { encodePath } from "../../links/render-target.ts";
import type { TargetParts } from "../../links/split-target.ts";
import { isPagePath } from "../../model/build-index.ts";
import type { PlacedPage, Site } from "../../model/site.ts";
import { joinAddress, lookUpAddress, renderAddress } from "../shared/addresses.ts";
import { type StarlightRoutes, type StarlightSite, slugOf } from "./routes.ts";

export function renderStarlightLink(
  site: StarlightSite,
  routes: StarlightRoutes,
  whole: Site,
  from: PlacedPage,
  parts: TargetParts,
  page: PlacedPage,
): string | null {
  const slug = slugOf(site, page);
  if (slug === null || !routes.hasRoute(page.path) || !routes.hasRoute(from.path)) return null;
  if (!site.keepsLinks && isPagePath(parts.path)) {
    if (parts.path.startsWith("/")) return null;
    const relative = posix.relative(posix.dirname(from.path), page.path);
    return encodePath(
      parts.rawPath.startsWith(".") && !relative.startsWith(".") ? `./${relative}` : relative,
      parts,
    );
  }
  const address = slug === "" ? "/" : `/${slug}/`;
  const folder = routes.addressFolder(from);
  // A link by a translation's address, for which the page only stands in, would leave the language.
  const written = joinAddress(folder, parts.path);
  const own = lookUpAddress(whole, written);
  const named = own === null ? undefined : slugOf(site, { path: own, facts: whole.pages.get(own) });
  if (
    named !== undefined &&
    named !== null &&
    written.replace(/^\/|\/$/g, "") !== named &&
    site.locales !== null
  )
    return null;
  const base = site.base !== null && site.base !== "/" ? site.base : "";
  return renderAddress(address, parts, { folder, base });
}
