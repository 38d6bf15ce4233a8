import { posix } from "node:path";
import type { MissingEntry, NavigationEntry } from "../../model/navigation-entry.ts";
import type { PlacedPage, Site } from "../../model/site.ts";
import type { SiteIndex } from "../../model/site-index.ts";
import { lookUpAddress } from "../shared/addresses.ts";
import type { Menu, MenuItem } from "./read-menus.ts";
import type { FumadocsRoutes, Located } from "./routes.ts";

/** The menus of the site's folders, as one. */
export interface Navigation {
  entries: NavigationEntry[];
  findEntry(site: Site, target: string): string | null;
  renderEntry(site: Site, target: string, page: PlacedPage): string | null;
  /** Whether a menu shows a page at this path. */
  isListed(path: string): boolean;
  /** Where an entry goes that a menu needs to show a page at this path; null if it needs none. */
  missingEntry(path: string): MissingEntry | null;
}

interface Owned {
  menu: Menu;
  item: MenuItem;
}

export function createNavigation(menus: readonly Menu[], routes: FumadocsRoutes): Navigation {
  const owned = new Map<string, Owned>();
  const entries: NavigationEntry[] = [];
  for (const menu of menus)
    for (const item of menu.isOpen ? [] : (menu.items ?? [])) {
      if (item.kind === "rest" || (item.kind === "link" && !/^\/(?!\/)/.test(item.name))) continue;
      const target = item.kind === "link" ? item.text : `${menu.folder}/${item.text}`;
      owned.set(target, { menu, item });
      entries.push({
        ...{ target, place: { ...item.place, memberEnd: item.place.end + 1 } },
        ...(item.kind === "link" && { isExtra: true }),
      });
    }
  const listing = createListing(menus);
  const locate = (path: string): Located | null => (routes.hasRoute(path) ? routes.locate(path) : null);
  return {
    entries,
    findEntry: (site, target) => {
      const found = owned.get(target);
      return found === undefined ? null : findItem(site, routes, found);
    },
    renderEntry: (site, target, page) => {
      const found = owned.get(target);
      const to = found === undefined ? null : locate(page.path);
      return to === null ? null : renderItem(site, routes, listing, found!, { page, to });
    },
    isListed: (path) => {
      const found = locate(path);
      return found === null || listing.isListed(found);
    },
    missingEntry: (path) => {
      const found = locate(path);
      return found === null ? null : describeMissing(listing.findMissing(found));
    },
  };
}

function describeMissing(missing: ReturnType<Listing["findMissing"]>): MissingEntry | null {
  const { menu, name } = missing ?? {};
  if (!menu || menu.end === null || name === undefined) return null;
  const { at, before } = menu.end;
  return { path: menu.file, start: at, end: at, text: before + JSON.stringify(name) };
}

/**
 * Returns the page that an item names; for a folder with several ones the folder, which no page takes
 * along.
 */
function findItem(site: Site, routes: FumadocsRoutes, { menu, item }: Owned): string | null {
  if (item.kind === "link") return lookUpAddress(site, item.name.replace(/[?#].*$/s, ""));
  const folder = joinNames(posix.dirname(menu.path), item.name);
  const pages = pagesIn(site, routes, menu, folder);
  const [only] = pages;
  if (pages.length > 1) return `${menu.folder}/${item.name}`;
  if (only !== undefined || item.kind === "unfolded") return only ?? null;
  for (const end of ["", ".mdx", ".md"]) {
    const found =
      end === "" && !/\.mdx?$/.test(folder) ? null : routes.pageAt(menu, folder + end, site.files);
    if (found !== null) return found;
  }
  // What a menu leaves out need not be there.
  return item.kind === "left-out" ? `${menu.folder}/${item.name}` : null;
}

type PagesOfFolders = ReadonlyMap<string, { found: Located; path: string }[]>;
const indexed = new WeakMap<SiteIndex["addresses"], PagesOfFolders>();

function keyOfFolder({ loader }: Pick<Located, "loader">, folder: string): string {
  return `${loader.name}\n${folder}`;
}

/** Returns the pages below each folder of each source. */
function indexFolders({ pages, index }: Site, routes: FumadocsRoutes): PagesOfFolders {
  const known = indexed.get(index.addresses);
  if (known !== undefined) return known;
  const folders = new Map<string, { found: Located; path: string }[]>();
  for (const path of pages.keys()) {
    const found = routes.hasRoute(path) ? routes.locate(path) : null;
    if (found === null) continue;
    for (let folder = posix.dirname(found.path); folder !== "."; folder = posix.dirname(folder)) {
      const key = keyOfFolder(found, folder);
      const own = folders.get(key);
      if (own === undefined) folders.set(key, [{ found, path }]);
      else own.push({ found, path });
    }
  }
  indexed.set(index.addresses, folders);
  return folders;
}

/** Pages of a folder that the menu's language shows. */
function pagesIn(site: Site, routes: FumadocsRoutes, menu: Menu, folder: string): string[] {
  const pages = new Map<string, string>();
  for (const { found, path } of indexFolders(site, routes).get(keyOfFolder(menu, folder)) ?? []) {
    const { languages } = found.loader;
    const isOwn = found.language === menu.language;
    const isShown = isOwn || (languages?.fallsBack && found.language === languages.main);
    const name = found.path.replace(/\.mdx?$/, "");
    if (isShown && site.pages.has(path) && (!pages.has(name) || isOwn)) pages.set(name, path);
  }
  return [...pages.values()];
}

/** Joins as Fumadocs does: `..` stays below the first folder. */
export function joinNames(folder: string, name: string): string {
  const names: string[] = [];
  for (const part of `${folder}/${name}`.split("/"))
    if (part === "..") names.pop();
    else if (part !== "" && part !== ".") names.push(part);
  return names.join("/");
}

/** Null if the menu of the page's folder shows it by itself, so that the item goes. */
function renderItem(
  site: Site,
  routes: FumadocsRoutes,
  listing: Listing,
  { menu, item }: Owned,
  { page, to }: { page: PlacedPage; to: Located },
): string | null {
  if (item.kind === "link") {
    const [address] = routes.addressesOf(page, site.files);
    const rest = item.name.replace(/^[^?#]*/, "");
    return address === undefined ? null : item.text.replace(`(${item.name})`, `(${address}${rest})`);
  }
  const folder = joinNames(posix.dirname(menu.path), item.name);
  if (to.loader !== menu.loader) return null;
  // The item names the folder with the page, or does once the page is there.
  if (to.path.startsWith(`${folder}/`)) return item.text;
  const here = posix.dirname(menu.path);
  const mark = item.text.slice(0, item.text.length - item.name.length);
  const ending = /\.mdx?$/.test(item.name) ? posix.extname(to.path) : "";
  const name = posix.relative(here, to.path).replace(/\.mdx?$/, "") + ending;
  if (item.kind === "unfolded") return null;
  // A folder's pages may be named in the menu above, which keeps their place.
  const isBelow = !name.startsWith("../") && (item.name.includes("/") || !listing.isListed(to));
  return posix.dirname(to.path) === here || isBelow ? mark + name : null;
}

interface Listing {
  isListed(page: Located): boolean;
  /** The menu that lacks the page, or a folder around it, with its name there. */
  findMissing(page: Located): { menu: Menu; name: string } | null;
}

const depthMax = 50;

function createListing(menus: readonly Menu[]): Listing {
  const keyOf = (name: string, language: string, folder: string) => `${name}\n${language}\n${folder}`;
  const known = new Map(
    menus.map((menu) => [keyOf(menu.loader.name, menu.language, posix.dirname(menu.path)), menu]),
  );
  /** The menu of a folder in the language of a page, or else in the main one. */
  const menuIn = ({ loader, language }: Located, folder: string): Menu | null => {
    const own = known.get(keyOf(loader.name, language, folder));
    const { languages } = loader;
    if (own !== undefined || languages?.fallsBack !== true) return own ?? null;
    return known.get(keyOf(loader.name, languages.main, folder)) ?? null;
  };
  /** The folders whose menus show what is at the path, the nearest first. */
  const showing = (page: Located, path: string): string[] => {
    const found: string[] = [];
    const parent = posix.dirname(path);
    for (let folder = parent; ; folder = posix.dirname(folder)) {
      const menu = menuIn(page, folder);
      const items = menu?.isOpen === false ? menu.items : null;
      const isAlone = folder === parent;
      const isIndex = path === page.path && menu?.isFirst !== true && folder !== ".";
      const isShown =
        items === null
          ? isAlone
          : items.some((item) => names(item, folder, path)) ||
            (isAlone && takesRest(items, { folder, path, isIndex }));
      if (isShown) found.push(folder);
      if (folder === ".") return found;
    }
  };
  const isListed = (page: Located, path: string, depth: number): boolean =>
    path === "." ||
    depth > depthMax ||
    showing(page, path).some((folder) => isListed(page, folder, depth + 1));
  const findMissing = (page: Located): ReturnType<Listing["findMissing"]> => {
    for (let path = page.path; path !== "."; path = posix.dirname(path)) {
      const menu = menuIn(page, posix.dirname(path));
      if (showing(page, path).length > 0 || menu === null) continue;
      return { menu, name: posix.basename(path).replace(/\.mdx?$/, "") };
    }
    return null;
  };
  return {
    isListed: (page) => isListed(page, page.path, 0),
    findMissing: (page) => (isListed(page, page.path, 0) ? null : findMissing(page)),
  };
}

function names({ kind, name }: MenuItem, folder: string, path: string): boolean {
  if (kind !== "name" && kind !== "unfolded") return false;
  return isNamed(name, folder, path);
}

function isNamed(name: string, folder: string, path: string): boolean {
  const named = joinNames(folder, name);
  return named === path || named === path.replace(/\.mdx?$/, "");
}

/** A folder's own page needs no item, unless its menu is one of the first. */
function takesRest(
  items: readonly MenuItem[],
  { folder, path, isIndex }: { folder: string; path: string; isIndex: boolean },
): boolean {
  const isLeftOut = items.some(({ kind, name }) => kind === "left-out" && isNamed(name, folder, path));
  const isOwn = isIndex && /(?:^|\/)index\.mdx?$/.test(path);
  return !isLeftOut && (isOwn || items.some(({ kind }) => kind === "rest"));
}
