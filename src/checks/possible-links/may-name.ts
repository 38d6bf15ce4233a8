import { posix } from "node:path";
import { addressExtension, isPagePath, pageExtension } from "../../text/page-path.ts";
import { trimEndCharacters } from "../../text/trim-characters.ts";
import { findRedirectsTo } from "../links/find-redirects-to.ts";
import { addressKey } from "../model/address-key.ts";
import { routeKey } from "../model/build-index.ts";
import { followRedirect, pageOfRedirect } from "../model/follow-redirect.ts";
import { partitionOf, versionFolderOf } from "../model/partition-of.ts";
import { relativeBases } from "../model/read-address.ts";
import type { Site, SiteConfiguration } from "../model/site.ts";
import type { Address, OpenLinks } from "./open-links.ts";
import { countShared, isFolderPage, namesOfPath, type PathNames } from "./path-names.ts";

/** A file of the repository with its possible addresses. */
export interface NamedFile {
  path: string;
  /** Names from its path and from its front matter. */
  names: readonly PathNames[];
  /** The last name of each, as written. */
  words: readonly string[];
  /** Set if only these addresses are meant, which the page has lost. */
  addresses?: readonly string[];
}

export function nameFile(path: string, addresses: readonly string[] = []): NamedFile {
  const others = nameAddresses(path, addresses);
  const word = posix.basename(isFolderPage(path) ? posix.dirname(path) : path.replace(pageExtension, ""));
  return { path, names: [namesOfPath(path), ...others.names], words: [word, ...others.words] };
}

/** Names the file by its front matter alone. */
export function nameAddresses(path: string, addresses: readonly string[]): NamedFile {
  const isFromRoot = (address: string) => address.startsWith("/");
  const paths = addresses.map((one) => (isFromRoot(one) ? one : posix.join(posix.dirname(path), one)));
  const words = addresses.map((one) => posix.basename(one)).filter((word) => word !== "");
  return { path, names: paths.map(namesOfPath), words, addresses: paths };
}

export function lastNames({ names }: NamedFile): string[] {
  return [...new Set(names.flatMap((one) => one.at(-1) ?? []))];
}

/** Whether an address in the file `holder` may lead to `file`; true unless that can be excluded. */
export function mayName(
  site: Site,
  links: Pick<OpenLinks, "pages" | "ownHosts">,
  { holder, address, file }: { holder: string; address: Address; file: NamedFile },
): boolean {
  const { host, path, names } = address;
  const shared = Math.max(...file.names.map((one) => countShared(names, one)));
  const isOwnVersion = !names.includes(null) || partitionOf(holder) === partitionOf(file.path);
  if (host !== null) {
    if (isStatic(site, path, file.path)) return false;
    if (`${path}/`.endsWith(`/${file.path}/`)) return true;
    if (site.configuration.isRoutingKnown && links.ownHosts.has(host))
      return isAddressOf(site, host, path, file);
    return links.ownHosts.has(host) && shared >= 2 && isOwnVersion;
  }
  const isRelative = !path.startsWith("/");
  if (isRelative) {
    const keys = relativeBases(holder).map(({ folder }) => cleanKey(posix.join(folder, path)));
    if (keys.some((key) => namesKey(file.path, key))) return true;
    if (keys.some((key) => isPage(site, key))) return false;
    if (staysInVersion(holder, path, file.path)) return false;
    // The file of a folder's page, with its extension, is no other file.
    if (isPagePath(path) && isFolderPage(path) && !isFolderPage(file.path)) return false;
    if (site.files.has(posix.join(posix.dirname(holder), path))) return false;
  }
  if (names.length === 0) return !isRelative && isStart(site, file.path);
  if (shared === 0 || !isOwnVersion) return false;
  if (!isRelative && shared < 2 && isElsewhere(site, path, file)) return false;
  return !isNearer(links, address, { file, shared });
}

/**
 * Whether the generator gives the page other addresses than this one from the root, with whatever in front:
 * also where so many links look broken that a base or a folder may have been missed.
 */
function isElsewhere({ configuration, pages, files }: Site, address: string, file: NamedFile): boolean {
  const { isRoutingKnown, routing } = configuration;
  if (!isRoutingKnown || routing === null || file.addresses !== undefined) return false;
  const own = routing.addressesOf({ path: file.path, facts: pages.get(file.path) }, files);
  const [key, ...keys] = [address, ...own].map((one) => `/${addressKey(one)}`);
  return keys.length > 0 && keys.every((one) => !one.endsWith(key!) && !key!.endsWith(one));
}

/** Whether a relative address stays within the version of its holder, of which the file is no part. */
function staysInVersion(holder: string, address: string, path: string): boolean {
  const version = versionFolderOf(holder);
  const isIn = (one: string) => one.startsWith(`${version}/`);
  const readings = [posix.dirname(holder), routeKey(holder)].map((folder) => posix.join(folder, address));
  return version !== null && readings.every(isIn) && !isIn(path);
}

/** Whether another file is served at the address as it is. */
function isStatic({ configuration, files }: Site, path: string, named: string): boolean {
  const served = configuration.staticRoots.map((root) => posix.join(root, path));
  return /\.\w+$/.test(path) && !served.includes(named) && served.some((one) => files.has(one));
}

/** If the generator is known, the address of every page below the site's own is known too. */
function isAddressOf(site: Site, host: string, path: string, { path: page, addresses }: NamedFile): boolean {
  const { configuration, index, pages, files } = site;
  if (configuration.routing !== null) {
    const key = addressKey(path);
    const own = addresses ?? configuration.routing.addressesOf({ path: page, facts: pages.get(page) }, files);
    const sources = findRedirectsTo(site, page).map(({ from }) => from);
    const named = [...own, ...sources].flatMap((one) => [one, configuration.served?.pathOf(one) ?? one]);
    const bases = basesOf(configuration, host);
    if (bases === null) return named.some((one) => `/${key}`.endsWith(`/${addressKey(one)}`));
    return named.some((one) => bases.some((base) => key === addressKey(joinBase(base, one))));
  }
  return ["", ...configuration.basePaths].some((base) => {
    const key = cleanKey(
      posix.join(configuration.docsRoot, path.startsWith(base) ? path.slice(base.length) : path),
    );
    const led = index.routes.has(key) ? null : followRedirect(site, key);
    return (led === null ? index.routes.get(key) : pageOfRedirect(site, led)) === page;
  });
}

/** What stands before addresses of the site on this host; null if it cannot be known. */
function basesOf({ basePaths, ownHost, served }: SiteConfiguration, host: string): string[] | null {
  if (host !== ownHost || served === undefined) return ["", ...basePaths, served?.base ?? ""];
  return served.base === null ? null : [...basePaths, served.base];
}

function joinBase(base: string, address: string): string {
  return trimEndCharacters(base, "/") + address;
}

/** Whether another page of the same version and language shares more of the address. */
function isNearer(
  { pages }: Pick<OpenLinks, "pages">,
  { names }: Address,
  { file, shared }: { file: NamedFile; shared: number },
): boolean {
  const own = partitionOf(file.path);
  return (pages.get(names.at(-1) ?? "") ?? []).some(
    (other) =>
      other.path !== file.path && countShared(names, other.names) > shared && partitionOf(other.path) === own,
  );
}

function namesKey(path: string, key: string): boolean {
  return key === path || key === routeKey(path) || key === cleanKey(path) || isFolderOf(path, key);
}

function isPage({ index }: Site, key: string): boolean {
  return ["", "/_index", "/page"].some((end) => index.routes.has(key + end));
}

function isFolderOf(path: string, key: string): boolean {
  return isFolderPage(path) && key === posix.dirname(path).replace(/^\.$/, "");
}

/**
 * Whether the page is the site's start: it stands for a folder, and none above it does, except at the root of
 * the repository.
 */
function isStart({ pages }: Site, path: string): boolean {
  if (!isFolderPage(path)) return false;
  for (let folder = posix.dirname(path); folder !== "."; ) {
    folder = posix.dirname(folder);
    if (folder === ".") break;
    for (const page of pages.keys()) {
      if (posix.dirname(page) === folder && isFolderPage(page)) return false;
    }
  }
  return true;
}

function cleanKey(path: string): string {
  return path.replace(addressExtension, "").replace(/^\.$|^\.\/|^\/+|(?<!\/)\/$/g, "");
}
