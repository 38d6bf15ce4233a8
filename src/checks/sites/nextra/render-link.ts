import type { PlacedPage } from "../../site.ts";
import type { TargetParts } from "../../split-target.ts";
import { renderAddress } from "../shared/addresses.ts";
import type { NextraRoutes, NextraSite } from "./routes.ts";

export function renderNextraLink(
  { languages, basePath }: NextraSite,
  routes: NextraRoutes,
  from: PlacedPage,
  parts: TargetParts,
  page: PlacedPage,
): string | null {
  const [address] = routes.addressesOf(page);
  if (address === undefined || !routes.hasRoute(from.path)) return null;
  // Which language an address without one leads to is up to the visitor.
  if (languages !== null || basePath !== "") return null;
  const extension = /\.mdx?$/.exec(parts.rawPath)?.[0] ?? "";
  const path = parts.rawPath.slice(0, parts.rawPath.length - extension.length);
  const bare = { ...parts, rawPath: path, path: path };
  const rendered = renderAddress(address, bare, { folder: routes.addressFolder(from) });
  // A folder's own address has no name that an extension could stand behind.
  return /(?:^|\/)\.{0,2}$/.test(rendered) ? (extension === "" ? rendered : null) : rendered + extension;
}
