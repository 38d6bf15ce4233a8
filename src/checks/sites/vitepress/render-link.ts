import type { TargetParts } from "../../links/split-target.ts";
import type { PlacedPage, Site } from "../../model/site.ts";
import { renderAddress } from "../shared/addresses.ts";
import type { VitepressRoutes, VitepressSite } from "./routes.ts";

export function renderVitepressLink(
  site: VitepressSite,
  routes: VitepressRoutes,
  _whole: Site,
  from: PlacedPage,
  parts: TargetParts,
  page: PlacedPage,
): string | null {
  const [address] = routes.addressesOf(page, new Set());
  if (address === undefined || !routes.hasRoute(from.path)) return null;
  const base = site.base !== null && site.base !== "/" && parts.path.startsWith(site.base) ? site.base : "";
  const spelled = routes.spell(parts.path, address);
  // Only a folder's address ends with a slash.
  const styled = {
    ...parts,
    rawPath: spelled.endsWith("/")
      ? `${parts.rawPath.replace(/\/$/, "")}/`
      : parts.rawPath.replace(/(?<=.)\/$/, ""),
  };
  return renderAddress(spelled, styled, { folder: routes.addressFolder(from), base });
}
