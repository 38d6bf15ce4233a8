import { posix } from "node:path";
import type { PlacedPage, Site } from "../../model/site.ts";
import { lookUpAddress } from "../shared/addresses.ts";

export interface VuepressSite {
  docsRoot: string;
  /** Null if computed. */
  base: string | null;
  major: 1 | 2;
  /** Why there may be pages without files, or at addresses that files do not show; null if there are none. */
  open: string | null;
  /** Whether the address of a file that is not there may lead on. */
  mayRedirect: boolean;
  isExcluded(path: string): boolean;
  /** Names in addresses that the site's own code may lead elsewhere in the browser. */
  routedNames: ReadonlySet<string>;
}

const indexName = /(^|\/)(?:README|index)$/i;

/** Whether a file is a page; `.vue` files are pages of version 1 that no check reads. */
export function hasRoute({ docsRoot, isExcluded }: VuepressSite, path: string): boolean {
  const prefix = docsRoot === "" ? "" : `${docsRoot}/`;
  if (!path.startsWith(prefix) || !path.endsWith(".md")) return false;
  const below = path.slice(prefix.length);
  return !/(?:^|\/)(?:\.vuepress|node_modules)\//.test(below) && !isExcluded(below);
}

/**
 * Addresses are written without `.html`: the one that the front matter gives, then that of the file, which
 * leads to it.
 */
export function addressesOf(site: VuepressSite, { path, facts }: PlacedPage): string[] {
  if (!hasRoute(site, path)) return [];
  const own = ownAddress(site, path);
  const given = facts?.fields.permalink;
  // Version 1 fills in dates and names.
  if (typeof given !== "string" || given === "" || given.includes(":")) return [own];
  const permalink = posix.join("/", given).replace(/\.html$/, "");
  const whole = site.major === 1 && !given.endsWith(".html") ? permalink.replace(/\/?$/, "/") : permalink;
  return whole === own ? [own] : [whole, own];
}

/** The address that follows from the path of a file. */
export function ownAddress({ docsRoot }: VuepressSite, path: string): string {
  const below = posix.join("/", posix.relative(docsRoot, path));
  return below.replace(/\.(?:md|html)$/, "").replace(indexName, "$1");
}

/** The folder of the page's address, with its slash, from which a browser counts. */
export function addressFolder(site: VuepressSite, page: PlacedPage): string {
  const [address = ownAddress(site, page.path)] = addressesOf(site, page);
  return address.slice(0, address.lastIndexOf("/") + 1);
}

/** The page at an address without an ending: `/a/` is not `/a`. */
export function pageAt(site: VuepressSite, whole: Site, address: string): string | null {
  const page = lookUpAddress(whole, address);
  if (page === null) return null;
  const addresses = addressesOf(site, { path: page, facts: whole.pages.get(page) });
  return addresses.includes(address) ? page : null;
}
