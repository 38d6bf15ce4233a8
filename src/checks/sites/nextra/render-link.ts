import type { TargetParts } from "../../links/split-target.ts";
import type { PlacedPage, Site } from "../../model/site.ts";
import { lookUpAddress, renderAddress, withoutBase } from "../shared/addresses.ts";
import type { NextraRoutes, NextraSite } from "./routes.ts";

export function renderNextraLink(
  { languages, basePath }: NextraSite,
  routes: NextraRoutes,
  whole: Site,
  from: PlacedPage,
  parts: TargetParts,
  page: PlacedPage,
): string | null {
  const [address] = routes.addressesOf(page);
  if (address === undefined || !routes.hasRoute(from.path)) return null;
  // Which language an address without one leads to is up to the visitor.
  if (languages !== null) return null;
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
