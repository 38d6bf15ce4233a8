import { isNamed, type PageLink } from "../../markdown/page-scan.ts";
import { resolutionsOf } from "../links/resolve-link.ts";

import type { Resolution } from "../model/resolution.ts";
import type { Site } from "../model/site.ts";
import {
  countShared,
  isFolderPage,
  namesOfPath,
  namesOfTarget,
  type PathNames,
  type TargetNames,
} from "./path-names.ts";

/** A link whose destination is unknown. */
interface OpenLink {
  holder: string;
  link: PageLink;
  address: Address;
}

/** A target without its query and anchor. */
export interface Address {
  /** Null within the site. */
  host: string | null;
  path: string;
  names: TargetNames;
}

/** What a site's links may name, by the last name in their text. */
export interface OpenLinks {
  byName: ReadonlyMap<string, readonly OpenLink[]>;
  /** Links to the start of a folder or of the site. */
  nameless: readonly OpenLink[];
  pages: PageNames;
  /** Hosts under which the site itself is published. */
  ownHosts: ReadonlySet<string>;
}

type PageNames = ReadonlyMap<string, readonly { path: string; names: PathNames }[]>;

const hostLinksMin = 3;
const hostShareMin = 0.2;

/** `isWhole`: no link of the site is judged, so that links that look broken may lead somewhere as well. */
export function collectOpenLinks(site: Site, { isWhole }: { isWhole: boolean }): OpenLinks {
  const byName = new Map<string, OpenLink[]>();
  const nameless: OpenLink[] = [];
  const external: OpenLink[] = [];
  const { isRoutingKnown } = site.configuration;
  const isKnown = ({ kind }: Resolution, { host }: Address): boolean =>
    isRoutingKnown && host === null && !isWhole && kind !== "unjudged";
  for (const [holder, page] of site.pages) {
    if (site.configuration.isUnused?.(holder) === true) continue;
    const resolutions = resolutionsOf(site, holder);
    for (const [index, link] of page.links.entries()) {
      const resolution = resolutions[index]!;
      // Names in roles are searched in the text.
      if (isNamed(link.kind) || !isOpen(site, resolution, isWhole)) continue;
      const address = readAddress(link.target);
      if (address === null || isKnown(resolution, address)) continue;
      const open = { holder, link, address };
      if (address.host !== null) external.push(open);
      const name = address.names.at(-1);
      if (typeof name === "string") push(byName, name, open);
      else if (name === undefined && address.host === null) nameless.push(open);
    }
  }
  const pages = collectPages(site);
  return { byName, nameless, pages, ownHosts: findOwnHosts(site, external, pages) };
}

/** Includes links to folders: a page may stand for one. */
function isOpen(site: Site, resolution: Resolution, isWhole: boolean): boolean {
  const { kind } = resolution;
  if (kind === "file") return !site.files.has(resolution.path);
  return kind === "unjudged" || kind === "skipped" || (isWhole && kind === "missing");
}

/** Null if nothing can be looked up: mail, code, an anchor of the same page. */
export function readAddress(target: string): Address | null {
  const text = target.trim();
  const external = /^(?:https?:)?\/\/([^/?#]+)([^?#]*)/i.exec(text);
  const path = external === null ? text.replace(/[?#].*$/s, "") : external[2]!;
  if (path === "" || (external === null && /^[A-Za-z][A-Za-z0-9+.-]*:/.test(path))) return null;
  return { host: external === null ? null : external[1]!.toLowerCase(), path, names: namesOfTarget(path) };
}

/** Includes pages that stand for their folder under a name that begins like that of a part of other pages. */
export function hasAddress(site: Site, path: string): boolean {
  return site.configuration.hasRoute(path) || isFolderPage(path);
}

function collectPages(site: Site): PageNames {
  const pages = new Map<string, { path: string; names: PathNames }[]>();
  for (const path of site.pages.keys()) {
    if (!hasAddress(site, path)) continue;
    const names = namesOfPath(path);
    for (const name of names.at(-1) ?? []) push(pages, name, { path, names });
  }
  return pages;
}

/** Finds the host that the configuration names, and those with many addresses that end like pages. */
function findOwnHosts(
  { configuration: { ownHost } }: Site,
  links: readonly OpenLink[],
  pages: PageNames,
): Set<string> {
  const counts = new Map<string, { all: number; own: number }>();
  for (const { address } of links) {
    const count = counts.get(address.host!) ?? { all: 0, own: 0 };
    count.all += 1;
    const alike = pages.get(address.names.at(-1) ?? "") ?? [];
    if (alike.some(({ names }) => countShared(address.names, names) >= 2)) count.own += 1;
    counts.set(address.host!, count);
  }
  const own = [...counts].filter(([, { all, own }]) => own >= hostLinksMin && own >= all * hostShareMin);
  return new Set([...own.map(([host]) => host), ...(typeof ownHost === "string" ? [ownHost] : [])]);
}

function push<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const known = map.get(key);
  if (known) known.push(value);
  else map.set(key, [value]);
}
