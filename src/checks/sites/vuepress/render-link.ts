import { posix } from "node:path";
import type { TargetParts } from "../../links/split-target.ts";
import type { PlacedPage } from "../../model/site.ts";
import { renderAddress } from "../shared/addresses.ts";
import { routed } from "./resolve-link.ts";
import { addressesOf, hasRoute, type VuepressSite } from "./routes.ts";

/** Returns the path of a link to a page, which names its file or its address as the one before did. */
export function renderVuepressLink(
  site: VuepressSite,
  from: PlacedPage,
  parts: TargetParts,
  page: PlacedPage,
): string | null {
  const address = spell(site, parts.path, page);
  if (address === null || !hasRoute(site, from.path)) return null;
  const { base, docsRoot } = site;
  const isBased = base !== null && base !== "/" && parts.path.startsWith(base);
  const counted = routed.test(parts.path) ? posix.relative(docsRoot, from.path) : addressesOf(site, from)[0]!;
  const folder = posix.join("/", counted.slice(0, counted.lastIndexOf("/") + 1), "/");
  return renderAddress(address, withEnd(parts, address), { folder, base: isBased ? base : "" });
}

/** Returns an address with `.md`, `.html` or neither, as in `target`; null if the page has none. */
export function spell(site: VuepressSite, target: string, page: PlacedPage): string | null {
  if (!hasRoute(site, page.path)) return null;
  const file = posix.join("/", posix.relative(site.docsRoot, page.path));
  if (target.endsWith(".md")) return file;
  const [address] = addressesOf(site, page);
  if (address === undefined) return null;
  if (!address.endsWith("/")) return routed.test(target) ? `${address}.html` : address;
  return /(?:^|\/)index\.html$/.test(target) ? `${address}index.html` : address;
}

/** Only the address of a folder ends with a slash. */
function withEnd(parts: TargetParts, address: string): TargetParts {
  const bare = parts.rawPath.replace(/(?<=.)\/$/, "");
  return { ...parts, rawPath: address.endsWith("/") ? `${bare.replace(/\/$/, "")}/` : bare };
}
