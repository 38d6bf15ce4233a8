import { posix } from "node:path";
import { keepDot } from "../../links/keep-dot.ts";
import { encodePath } from "../../links/render-target.ts";
import type { TargetParts } from "../../links/split-target.ts";
import type { PlacedPage, Site } from "../../model/site.ts";
import { renderAddress } from "../shared/addresses.ts";
import type { DocusaurusSite } from "./content.ts";
import { docIdOf } from "./name-docs.ts";
import { groupOf, ownDocs } from "./resolve-link.ts";
import { type DocusaurusRoutes, isBelow } from "./routes.ts";
import { baseOf } from "./translations.ts";

export function renderDocusaurusLink(
  site: DocusaurusSite,
  routes: DocusaurusRoutes,
  whole: Site,
  from: PlacedPage,
  parts: TargetParts,
  page: PlacedPage,
): string | null {
  const { rawPath } = parts;
  if (!routes.hasRoute(from.path)) return null;
  if (parts.isDocId === true) {
    const own = ownDocs(site, routes, from.path);
    return own === null ? null : docIdOf(own, page);
  }
  const isOfTranslation = routes.isTranslation(from.path);
  const isBeside = pluginOf(site, from.path) === pluginOf(site, page.path);
  if (/\.mdx?$/i.test(parts.path)) {
    const isPlain = !isOfTranslation && !routes.isTranslation(page.path);
    if (isPlain && groupOf(site, routes, from.path) !== groupOf(site, routes, page.path)) {
      const address = routes.shownAt(page);
      return address && renderAddress(address, { ...parts, rawPath: "/_" }, { folder: "/" });
    }
    return isPlain || (isBeside && !/^[/@]/.test(rawPath))
      ? renderFile({ site, routes, whole }, from.path, parts, page.path)
      : null;
  }
  const base = baseOf(site, from.path);
  const address = routes.shownAt(page);
  if (address === null || (isOfTranslation ? base === null : routes.isTranslation(page.path))) return null;
  return renderAddress(address, parts, {
    folder: routes.addressFolder(from),
    base: base !== null && base !== "/" && rawPath.startsWith(base) ? base : "",
  });
}

/** Returns the locale and plugin of a translation; null for other pages. */
function pluginOf({ root }: DocusaurusSite, path: string): string | null {
  const folder = posix.join(root, "i18n/");
  return path.startsWith(folder) ? path.slice(folder.length).split("/", 2).join("/") : null;
}

/**
 * Renders a path relative to the page, to its version's folder (`/a.md`), or to the site (`@site/docs/a.md`).
 */
function renderFile(
  { site, routes, whole }: { site: DocusaurusSite; routes: DocusaurusRoutes; whole: Site },
  from: string,
  parts: TargetParts,
  page: string,
): string | null {
  const { rawPath } = parts;
  const below = (folder: string): string | null =>
    isBelow(folder, page) ? page.slice(folder === "" ? 0 : folder.length + 1) : null;
  if (rawPath.startsWith("@site/")) {
    const path = below(site.root);
    return path === null ? null : `@site/${encodePath(path, parts)}`;
  }
  if (rawPath.startsWith("/")) {
    const folder = routes.linkFolderOf(from);
    const path = (folder === null ? null : below(folder)) ?? below(site.root);
    return path === null ? null : `/${encodePath(path, parts)}`;
  }
  const relative = posix.relative(posix.dirname(from), page);
  const isTaken = [routes.linkFolderOf(from), site.root].some((folder) => {
    const path = posix.join(folder ?? site.root, relative);
    return site.looksBesideFirst !== true && path !== page && whole.files.has(path);
  });
  return encodePath(keepDot(relative, { rawPath: isTaken ? "./" : rawPath }), parts);
}
