import { addressKey } from "../../model/address-key.ts";
import type { NavigationEntry } from "../../model/navigation-entry.ts";
import { isLanguage } from "../../model/partition-of.ts";
import type { Routing, Site, SiteContext } from "../../model/site.ts";
import type { SiteIndex } from "../../model/site-index.ts";
import { lookUpAddress, withSlash } from "./addresses.ts";

const menuWord = /^(?:nav|navigation|toc|menus?|sidebars?)$/;

/** Whether layouts of Jekyll and Hugo make a menu of a file, by its name or that of a folder around it. */
export function isMenuData(path: string): boolean {
  const parts = path.split("/");
  const below = parts.slice(parts.findIndex((part) => part === "_data" || part === "data") + 1);
  return (
    below.length < parts.length &&
    below.some((part) => part.split(/[-_.]/).some((word) => menuWord.test(word)))
  );
}

const addressLine =
  /^([ \t]*(?:-[ \t]+)?(?:url|link|href):[ \t]+["']?)(\/[^\s"'#{}]+)["']?[ \t]*(?:#.*)?\r?$/;

export interface DataMenus extends Pick<Routing, "findEntry"> {
  entries: NavigationEntry[];
  paths: string[];
  /** Why it is not known what the entries name, after "because"; null if there are none. */
  unknown: string | null;
  /** Returns the entry's text for another page, in the form of the old one; null if it is not known. */
  renderEntry(addresses: readonly string[], target: string): string | null;
}

/** Reads the addresses that menus in data files below `folder` write out, each in a line of its own. */
export async function readDataMenus({ files, read }: SiteContext, folder: string): Promise<DataMenus> {
  const paths = [...files].filter(
    (path) => path.startsWith(folder) && /\.ya?ml$/.test(path) && isMenuData(path),
  );
  const entries: NavigationEntry[] = [];
  for (const path of paths) {
    const text = (await read(path)).toString("utf8");
    let start = 0;
    for (const [index, line] of text.split("\n").entries()) {
      const [, before = "", target] = addressLine.exec(line) ?? [];
      const at = start + before.length;
      // With a prefix, a page does not move while the entry cannot name it.
      if (target !== undefined)
        entries.push({
          ...{ target, prefix: "" },
          place: { path, start: at, end: at + target.length, line: index + 1, column: before.length + 1 },
        });
      start += line.length + 1;
    }
  }
  const openAt = new WeakMap<SiteIndex, ReadonlySet<string>>();
  // Some layouts take all slashes out.
  const isFlat = entries.every(({ target }) => target.lastIndexOf("/") === 0);
  return {
    ...{ entries, paths },
    unknown: entries.length > 0 ? "it is up to the theme what menus in data files name" : null,
    findEntry: (site, target) => {
      const open = openAt.get(site.index) ?? findOpenTargets(site, entries);
      openAt.set(site.index, open);
      return open.has(target) ? null : lookUpAddress(site, target);
    },
    renderEntry: (addresses, target) => {
      const found = addresses.map((one) => inFormOf(one, target)).find((one) => one !== null) ?? null;
      return found !== null && isFlat && found.lastIndexOf("/") > 0 ? null : found;
    },
  };
}

/** Returns what stands in files of which most entries name no page: something is put in front of them. */
function findOpenTargets(site: Site, entries: readonly NavigationEntry[]): ReadonlySet<string> {
  const files = Map.groupBy(entries, ({ place }) => place.path).values();
  const open = [...files].filter((own) => {
    const named = own.filter(({ target }) => lookUpAddress(site, target) !== null);
    return named.length * 2 < own.length;
  });
  return new Set(open.flat().map(({ target }) => target));
}

/**
 * Whether an entry to which layouts add a prefix may name a page with these addresses: with the same prefix,
 * the other entries of the file name pages as well, and no fewer than with another one.
 */
export function mayFitMenu(
  site: Site,
  { file, target }: { file: string; target: string },
  addresses: readonly string[],
): boolean {
  const own = site.configuration.entries.filter(({ place }) => place.path === file);
  const ends = [...new Set(own.map((entry) => `/${addressKey(entry.target)}`))];
  const end = `/${addressKey(target)}`;
  const counts = new Map<string, number>();
  for (const key of site.index.addresses.keys())
    for (const one of ends) {
      if (!`/${key}`.endsWith(one)) continue;
      const before = key.slice(0, key.length + 1 - one.length);
      counts.set(before, (counts.get(before) ?? 0) + 1);
    }
  const most = Math.max(...counts.values());
  if (most * 2 < ends.length) return true;
  const best = new Set(
    [...counts].filter(([, count]) => count === most).map(([one]) => withoutLanguage(one)),
  );
  return addresses.some((address) => {
    const key = addressKey(address);
    return `/${key}`.endsWith(end) && best.has(withoutLanguage(key.slice(0, key.length + 1 - end.length)));
  });
}

/** Layouts put the language of each page in front as well. */
function withoutLanguage(key: string): string {
  const [first = "", ...rest] = key.split("/");
  return isLanguage(first) ? rest.join("/") : key;
}

/** Hosts lead from an address without the slash at its end to the one with it. */
function inFormOf(address: string, target: string): string | null {
  if (endOf(address) === endOf(target)) return address;
  return endOf(address) === "/" && endOf(target) === "" ? withSlash(address, false) : null;
}

function endOf(address: string): string {
  return /(?:\/|\.html)$/.exec(address)?.[0] ?? "";
}
