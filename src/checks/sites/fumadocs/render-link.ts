import { posix } from "node:path";
import { keepDot } from "../../links/keep-dot.ts";
import type { TargetParts } from "../../links/split-target.ts";
import type { PlacedPage, Site } from "../../model/site.ts";
import { joinAddress, lookUpAddress, renderAddress, withoutBase } from "../shared/addresses.ts";
import { isBelowLanguage, namesFile, parameterOf, withoutLanguage } from "./resolve-link.ts";
import type { FumadocsRoutes, FumadocsSite, Located } from "./routes.ts";

export function renderFumadocsLink(
  site: FumadocsSite,
  routes: FumadocsRoutes,
  whole: Site,
  from: PlacedPage,
  parts: TargetParts,
  page: PlacedPage,
): string | null {
  const [holder, named] = [routes.locate(from.path), routes.locate(page.path)];
  if (holder === null || named === null || !routes.hasRoute(page.path)) return null;
  if (namesFile(holder, parts)) {
    const file = renderFile(holder, from.path, parts, named);
    if (file !== null) return file;
  }
  const address = chooseAddress(routes, whole, { from, parts, page, holder, named });
  if (address === undefined) return null;
  const parameter = parameterOf(parts.path);
  if (parameter !== "") {
    const { languages } = named.loader;
    if (languages === null || named.language !== holder.language) return null;
    return parameter + renderAddress(withoutLanguage(site, address), parts, { folder: "/" });
  }
  const { basePath } = site;
  const isBased = basePath !== null && basePath !== "" && withoutBase(basePath, parts.path) !== null;
  // HTML names the base; in Markdown it would be a folder of that name.
  if (isBased && lookUpAddress(whole, parts.path) !== null) return null;
  // What names a file now becomes an address that does not depend on the page.
  const asAddress = namesFile(holder, parts) ? { ...parts, rawPath: "/x", path: "/x" } : parts;
  return renderAddress(address, asAddress, {
    folder: routes.addressFolder(from),
    base: isBased ? basePath : "",
  });
}

/** Null if no path names the page's file; names with characters that addresses encode are not found. */
function renderFile(holder: Located, from: string, parts: TargetParts, named: Located): string | null {
  const isInFolder = holder.loader.languages?.isFolder === true && isBelowLanguage(holder, from);
  if (holder.loader !== named.loader || isInFolder) return null;
  const relative = posix.relative(posix.dirname(holder.path), named.path);
  if (!/^[\w./()@+,;=!*-]*$/.test(relative)) return null;
  const dotted = keepDot(relative, parts);
  return dotted.startsWith(".") ? dotted : `./${dotted}`;
}

interface Choice {
  from: PlacedPage;
  parts: TargetParts;
  page: PlacedPage;
  holder: Located;
  named: Located;
}

/** Returns the page's address with its language if the link names one. */
function chooseAddress(
  routes: FumadocsRoutes,
  whole: Site,
  { from, parts, page, holder, named }: Choice,
): string | undefined {
  const [address] = routes.addressesOf(page, whole.files);
  const { languages } = named.loader;
  if (languages === null || address === undefined) return address;
  const written = joinAddress(routes.addressFolder(from), parts.path);
  if (languages.names.includes(written.split("/")[1] ?? "")) return address;
  if (named.language !== holder.language && named.language !== languages.main) return undefined;
  const prefix = `/${named.language}`;
  return address === prefix || address.startsWith(`${prefix}/`)
    ? address.slice(prefix.length) || "/"
    : address;
}
