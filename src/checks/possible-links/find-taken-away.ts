import { posix } from "node:path";
import type { PageLink } from "../../markdown/page-scan.ts";
import { isPagePath } from "../../text/page-path.ts";
import type { Pause } from "../create-pause.ts";
import { resolutionsOf } from "../links/resolve-link.ts";
import { addressKey } from "../model/address-key.ts";
import { routeKey } from "../model/build-index.ts";
import { followRedirect } from "../model/follow-redirect.ts";
import type { Resolution } from "../model/resolution.ts";
import type { Site } from "../model/site.ts";
import { lookUpStatic, withoutBase } from "../sites/shared/addresses.ts";
import type { Finding } from "../types.ts";
import { findPossibleLinks } from "./find-possible-links.ts";
import { type NamedFile, nameAddresses, nameFile } from "./may-name.ts";
import { readAddress } from "./open-links.ts";
import { differOnlyInOrder } from "./path-names.ts";

const picture = /\.(?:png|jpe?g|gif|svg|webp|avif|ico)$/i;

interface Before {
  /** Addresses in the front matter of pages. */
  addresses: ReadonlyMap<string, readonly string[]>;
  isWhole: boolean;
  /** Files that were moved or deleted after somebody had reviewed the possible links to them. */
  released: ReadonlySet<string>;
  /** Old path → new path. */
  newPaths: ReadonlyMap<string, string>;
}

/**
 * Finds links that led to a file that was removed, or to a page that has another address now, if nothing
 * proves any more that they did.
 */
export function* findUnprovenLosses(
  before: Site,
  site: Site,
  newPaths: ReadonlyMap<string, string>,
): Generator<Finding> {
  const gone = new Set([...site.filesBefore].filter((path) => !site.files.has(path)));
  for (const path of findReplaced(before, site, newPaths)) gone.add(path);
  if (gone.size === 0) return;
  const countsFromPage = !before.configuration.isRoutingKnown && newPaths.size > 0 && areBeside(before);
  for (const [holder, { links }] of before.pages) {
    const path = newPaths.get(holder) ?? holder;
    const now = site.pages.get(path);
    if (now === undefined) continue;
    const resolutions = resolutionsOf(before, holder);
    const isMoved = countsFromPage && posix.dirname(path) !== posix.dirname(holder);
    const isLost = ({ target }: PageLink, index: number): boolean =>
      leadsTo(resolutions[index]!, gone) || (isMoved && isBeside(resolutions[index]!, target, holder));
    for (const target of new Set(links.filter(isLost).map((one) => one.target))) {
      for (const [index, link] of now.links.entries()) {
        if (link.target !== target || resolutionsOf(site, path)[index]!.kind !== "unjudged") continue;
        const { line, column, kind } = link;
        const rule = kind === "image" || kind === "src" ? "image" : "internal-link";
        yield { rule, path, line, column, target, message: `${target} leads nowhere` };
      }
    }
  }
}

const besideMin = 3;

/**
 * Whether links to files without dots certainly count from the page: several of them lead to a file beside
 * it, and to none from a folder above.
 */
function areBeside(site: Site): boolean {
  let count = 0;
  for (const [path, { links }] of site.pages) {
    if (!path.includes("/")) continue;
    const folders = posix.dirname(path).split("/");
    const above = folders.slice(0, -1).map((_, index) => folders.slice(0, index + 1).join("/"));
    const resolutions = resolutionsOf(site, path);
    for (const [index, { target }] of links.entries()) {
      if (!isBeside(resolutions[index]!, target, path)) continue;
      const bare = target.replace(/[?#].*$/s, "");
      if (["", ...above].some((folder) => site.files.has(posix.join(folder, bare)))) continue;
      count += 1;
      if (count >= besideMin) return true;
    }
  }
  return false;
}

/** Whether a target is the path of a page from the folder of its holder, and names it without dots. */
function isBeside(found: Resolution, target: string, holder: string): boolean {
  const bare = target.replace(/[?#].*$/s, "");
  if (found.kind !== "page" || !isPagePath(bare) || /^[./]/.test(bare)) return false;
  return found.path === posix.join(posix.dirname(holder), bare);
}

/** Returns the pages of which no address is left of those that they had, but others are known. */
function findReplaced(before: Site, site: Site, newPaths: ReadonlyMap<string, string>): Set<string> {
  const [old, now] = [before.index.addresses, site.index.addresses];
  if (old === now) return new Set();
  const placed = new Set(now.values());
  const nameOf = (path: string) => newPaths.get(path) ?? path;
  const kept = new Set([...old].flatMap(([key, path]) => (now.get(key) === nameOf(path) ? [path] : [])));
  return new Set([...old.values()].filter((path) => !kept.has(path) && placed.has(nameOf(path))));
}

function leadsTo(found: Resolution, paths: ReadonlySet<string>): boolean {
  return (found.kind === "page" || found.kind === "file") && paths.has(found.path);
}

/** Finds what may lead to files and addresses that a change has removed, where that is not judged. */
export async function findTakenAway(site: Site, before: Before, pause: Pause): Promise<Finding[]> {
  const isKnown = site.configuration.isRoutingKnown && !before.isWhole;
  const lost = isKnown ? lostAddresses(site, before) : null;
  const files =
    lost === null
      ? [...goneFiles(site, before), ...readdressed(site, before)]
      : [...lost].map(([path, addresses]) => nameAddresses(path, addresses));
  if (files.length === 0) return [];
  const links = await findPossibleLinks(site, files, { isWhole: before.isWhole, pause });
  const shown = links.filter(({ path }) => lost?.has(path) !== true || site.configuration.hasRoute(path));
  const open = shown.filter(({ about, target }) =>
    lost === null
      ? !isAtSameRoute(site, about, target) && !isRenumbered(about, target, before)
      : isOneOf(site, target, lost.get(about)!) && (!site.files.has(about) || !namesFile(target)),
  );
  return open.map(({ about, path, line, column, target }) => ({
    // The rule that reports such a target elsewhere.
    rule: isKnown && picture.test(about) ? "image" : "internal-link",
    path,
    line,
    column,
    target,
    message: `${target} may lead to ${about}, ${site.files.has(about) ? "whose address this change takes away" : "which this change takes away"}; where it leads is not judged, so change it or keep the address`,
    subject: { path: about, rest: target },
    guess: { pages: [about], keepId: null },
  }));
}

function goneFiles(site: Site, { addresses, released }: Before): NamedFile[] {
  return [...site.filesBefore]
    .filter((path) => !site.files.has(path) && !released.has(path))
    .filter((path) => site.configuration.isChecked(path) && !isCode(path))
    .map((path) => nameFile(path, addresses.get(path)));
}

/** Returns the files that were at addresses which neither a page, a file nor a redirect serves any more. */
function lostAddresses(site: Site, before: Before): Map<string, string[]> {
  const lost = new Map<string, string[]>();
  for (const [key, path] of [...site.addressesBefore, ...goneStatics(site)]) {
    const isThere = site.index.addresses.has(key) || lookUpStatic(site, key) !== null;
    if (key === "" || isThere || before.released.has(path)) continue;
    if (followRedirect(site, key) !== null || site.isRedirected(`/${key}`)) continue;
    lost.set(path, [...(lost.get(path) ?? []), `/${key}`]);
  }
  return lost;
}

/** Yields files that were published as they are, with their addresses. */
function* goneStatics({ configuration, files, filesBefore }: Site): Generator<[key: string, path: string]> {
  for (const path of filesBefore) {
    if (files.has(path) || isPagePath(path) || isCode(path)) continue;
    const root = configuration.staticRoots.find((one) => path.startsWith(`${one}/`));
    if (root !== undefined) yield [path.slice(root.length + 1), path];
  }
}

/** Whether a target may name a page by its file, wherever that is published, as sidebars do. */
function namesFile(target: string): boolean {
  return !/^(?:\/|https?:)/i.test(target);
}

/** Whether a target is one of the addresses, behind the site's host and base or not. */
function isOneOf({ configuration }: Site, target: string, addresses: readonly string[]): boolean {
  const path = target.replace(/^https?:\/\/[^/]+|[?#].*$|\.(?:html|mdx?|markdown)(?=[?#]|$)/gis, "");
  const bare = withoutBase(configuration.served?.base ?? "/", path);
  return [path, bare].some((one) => one !== null && addresses.includes(`/${addressKey(one)}`));
}

/** Whether another page has the route of one that is gone, as `a.md` that of `a/README.md`. */
function isAtSameRoute({ files, index }: Site, about: string, target: string): boolean {
  if (files.has(about) || !isPagePath(about) || /\.(?:mdx?|markdown|html?)|\/$/i.test(target)) return false;
  return index.routes.has(routeKey(about));
}

/** Whether the page is in its place under another number, which the target leaves out. */
function isRenumbered(about: string, target: string, { newPaths }: Before): boolean {
  const now = newPaths.get(about);
  const address = now === undefined ? null : readAddress(target);
  return address !== null && differOnlyInOrder(address.names, about, now!);
}

/** Whether a file is code or data, to which files other than documentation refer. */
function isCode(path: string): boolean {
  return (
    !isPagePath(path) &&
    /\.(?:[cm]?[jt]sx?|json|ya?ml|toml|lock|css|vue|astro|svelte|html?|py|rs|go)$/i.test(path)
  );
}

/**
 * Yields existing pages that have lost an address of their front matter, or whose address by path was
 * replaced by one of it.
 */
function* readdressed(site: Site, { addresses, newPaths }: Before): Generator<NamedFile> {
  for (const path of site.filesBefore) {
    const now = newPaths.get(path) ?? path;
    const page = site.pages.get(now);
    if (page === undefined) continue;
    const known = addresses.get(path) ?? [];
    const lost = known.filter((address) => !page.addresses.includes(address));
    if (known.length === 0 && page.addresses.length > 0 && page.routeHints.length > 0) yield nameFile(path);
    else if (lost.length > 0) yield nameAddresses(path, lost);
  }
}
