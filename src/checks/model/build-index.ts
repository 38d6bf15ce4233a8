import { posix } from "node:path";
import { pageExtension } from "../../text/page-path.ts";
import { indexImporters } from "../pages/find-showing.ts";
import { addressKey } from "./address-key.ts";
import { bareRoute } from "./bare-route.ts";
import { compileRedirects } from "./compile-redirects.ts";
import type { PageFacts } from "./page-facts.ts";
import type { Routing, SiteConfiguration } from "./site.ts";
import type { SiteIndex } from "./site-index.ts";

/** Maps `a/b.mdx` → `a/b`; `a/index.md` → `a`; the root's index → "". */
export function routeKey(path: string): string {
  return path.replace(pageExtension, "").replace(/(?:^|\/)(?:index|README)$/, "");
}

export function buildIndex(
  configuration: SiteConfiguration,
  files: ReadonlySet<string>,
  pages: ReadonlyMap<string, PageFacts>,
): SiteIndex {
  const index: SiteIndex = {
    routes: new Map(),
    lowerRoutes: new Map(),
    addresses: new Map(),
    twins: new Map(),
    pagesByName: new Map(),
    routesByName: new Map(),
    lowerFiles: new Map(),
    filesByName: new Map(),
    folders: new Set(),
    anchors: new Map(),
    importers: indexImporters(configuration, pages),
    readAgain: new Set(),
    redirects: compileRedirects(configuration.redirects, { isOrdered: configuration.redirectsComeFirst }),
    partitions: new WeakMap(),
    followed: new Map(),
    resolutions: new Map(),
  };
  for (const path of files) {
    push(index.lowerFiles, path.toLowerCase(), path);
    push(index.filesByName, posix.basename(path), path);
    addFolders(index.folders, path);
  }
  for (const [path, facts] of pages)
    if (configuration.hasRoute(path)) addPage(index, configuration, path, facts);
  if (configuration.linkStyle === "either") addBareRoutes(index);
  if (configuration.routing !== null) addAddresses(index, configuration.routing, files, pages);
  return index;
}

/** Adds first the addresses that are a page's own, then those at which a page stands in for others. */
function addAddresses(
  { addresses, twins }: SiteIndex,
  routing: Routing,
  files: ReadonlySet<string>,
  pages: ReadonlyMap<string, PageFacts>,
): void {
  const others: [address: string, page: string][] = [];
  const owns = new Map<string, string>();
  for (const [path, facts] of pages) {
    const [own, ...rest] = routing.addressesOf({ path, facts }, files);
    for (const address of rest) others.push([addressKey(address), path]);
    if (own === undefined) continue;
    const key = addressKey(own);
    const first = owns.get(key);
    if (first === undefined) {
      addresses.set(key, path);
      owns.set(key, own);
    } else if (first !== own) twins.set(own, path);
    else if (routing.replaces?.(path, addresses.get(key)!, files) === true) addresses.set(key, path);
  }
  for (const [key, path] of others) if (!addresses.has(key)) addresses.set(key, path);
}

function addPage(index: SiteIndex, configuration: SiteConfiguration, path: string, facts: PageFacts): void {
  const bare = path.replace(pageExtension, "");
  const hasOwnRoute = configuration.linkStyle === "either" && facts.routeHints.length > 0;
  for (const key of new Set([bare, routeKey(path)])) {
    if (!hasOwnRoute) addRoute(index, key, path);
    push(index.lowerRoutes, key.toLowerCase(), path);
  }
  push(index.pagesByName, posix.basename(bare), path);
  if (configuration.linkStyle !== "either") return;
  const dated = /^(.*\/)(\d{4})-(\d{2})-(\d{2})-([^/]+)$/.exec(bare);
  if (dated !== null) addRoute(index, `${dated[1]}${dated[2]}/${dated[3]}/${dated[4]}/${dated[5]}`, path);
  for (const hint of facts.routeHints) addRoute(index, hintedKey(configuration, path, hint), path);
}

/** Adds what is no other page's own route, in lower case as well, as Nuxt Content makes it. */
function addBareRoutes(index: SiteIndex): void {
  for (const [key, path] of [...index.routes]) {
    const bare = bareRoute(key);
    if (bare === key) continue;
    const own = bare.replace(/(?:^|\/)(?:index|README)$/, "");
    for (const name of [bare, own, bare.toLowerCase(), own.toLowerCase()]) addRoute(index, name, path);
  }
}

/**
 * Returns the route that a page's front matter gives it: an `id` or `slug` relative to its file, or from the
 * docs root.
 */
export function hintedKey(
  configuration: SiteConfiguration,
  path: string,
  { key, value }: { key: string; value: string },
): string {
  const root = value.startsWith("/") ? configuration.docsRoot : posix.dirname(path);
  return posix.join(root, key === "id" ? posix.basename(value) : value).replace(/^\.$|\/$/g, "");
}

function addRoute(index: SiteIndex, key: string, path: string): void {
  if (index.routes.has(key)) return;
  index.routes.set(key, path);
  push(index.routesByName, posix.basename(key).toLowerCase(), key);
}

function push(map: Map<string, string[]>, key: string, value: string): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}

function addFolders(folders: Set<string>, path: string): void {
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
    const folder = path.slice(0, at);
    if (folders.has(folder)) return;
    folders.add(folder);
  }
}
