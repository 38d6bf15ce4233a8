import type { TargetParts } from "../../links/split-target.ts";
import type { PlacedPage, Site } from "../../model/site.ts";
import { joinAddress, lookUpAddress, renderAddress, withoutBase } from "../shared/addresses.ts";
import type { NextraRoutes, NextraSite } from "./routes.ts";

export function renderNextraLink(
  { languages, basePath }: NextraSite,
  routes: NextraRoutes,
  whole: Site,
  from: PlacedPage,
  parts: TargetParts,
  page: PlacedPage,
): string | null {
  if (!routes.hasRoute(from.path)) return null;
  const address = languages === null ? routes.addressesOf(page)[0] : inLanguage(routes, from, parts, page);
  if (address === undefined) return null;
  const isBased = basePath !== null && basePath !== "" && withoutBase(basePath, parts.path) !== null;
  // HTML names the base; in Markdown it would be a folder of that name.
  if (isBased && lookUpAddress(whole, parts.path) !== null) return null;
  const extension = /\.mdx?$/.exec(parts.rawPath)?.[0] ?? "";
  const path = parts.rawPath.slice(0, parts.rawPath.length - extension.length);
  const bare = { ...parts, rawPath: path, path: path };
  const base = isBased ? basePath : "";
  const rendered = renderAddress(address, bare, { folder: routes.addressFolder(from), base });
  // A folder's own address has no name that an extension could stand behind.
  return /(?:^|\/)\.{0,2}$/.test(rendered) ? (extension === "" ? rendered : null) : rendered + extension;
}

/**
 * Returns the page's address with its language if the link names one. An address without a language leads to
 * the page in the visitor's: that of the page with the link, if its translations move along.
 */
function inLanguage(
  routes: NextraRoutes,
  from: PlacedPage,
  parts: TargetParts,
  page: PlacedPage,
): string | undefined {
  const [address] = routes.addressesOf(page);
  const language = routes.languageOf(page.path);
  const written = joinAddress(routes.addressFolder(from), parts.path);
  if (routes.namesLanguage(written)) return address;
  return language === routes.languageOf(from.path) ? address?.slice(language.length + 1) || "/" : undefined;
}
