import { posix } from "node:path";
import { isPagePath } from "../../../text/page-path.ts";
import { encodePath } from "../../links/render-target.ts";
import type { TargetParts } from "../../links/split-target.ts";
import type { PlacedPage, Site } from "../../model/site.ts";
import { joinBelowBase, lookUpAddress, renderAddress, withoutBase } from "../shared/addresses.ts";
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
    if (parts.path.startsWith("/")) {
      const file = posix.relative(site.docsRoot, page.path);
      const isAtFile = file.replace(/(?:(?:^|\/)index)?\.mdx?$/, "") === slug;
      return site.base === "/" && isAtFile ? encodePath(`/${file}`, parts) : null;
    }
    const relative = posix.relative(posix.dirname(from.path), page.path);
    return encodePath(
      parts.rawPath.startsWith(".") && !relative.startsWith(".") ? `./${relative}` : relative,
      parts,
    );
  }
  const folder = routes.addressFolder(from);
  const base = site.base !== null && site.base !== "/" ? site.base : "";
  const isAbsolute = parts.path.startsWith("/");
  const written = isAbsolute ? withoutBase(base, parts.path) : joinBelowBase(site.base, folder, parts.path);
  const own = written === null ? null : lookUpAddress(whole, written);
  const named = own === null ? null : slugOf(site, { path: own, facts: whole.pages.get(own) });
  const isOwn = named === null || site.locales === null || written!.replace(/^\/|\/$/g, "") === named;
  const address = isOwn ? slug : routes.standIn(slug, written!.slice(1));
  if (address === null) return null;
  return renderAddress(address === "" ? "/" : `/${address}/`, parts, { folder, base });
}
