import { posix } from "node:path";
import type { MissingEntry, NavigationEntry } from "../../model/navigation-entry.ts";
import type { PlacedPage, Site } from "../../model/site.ts";
import { pagesBelow } from "../shared/pages-below.ts";
import type { Menu, MenuItem } from "./read-menus.ts";
import type { RspressRoutes } from "./routes.ts";

/** The sidebars that files beside the pages hold, as one. */
export interface Navigation {
  entries: NavigationEntry[];
  /** Undefined if no menu has an item with this target. */
  findEntry(site: Site, target: string): string | null | undefined;
  renderEntry(site: Site, target: string, page: PlacedPage): string | null | undefined;
  isListed(path: string): boolean;
  missingEntry(path: string): MissingEntry | null;
}

interface Owned {
  menu: Menu;
  item: MenuItem;
}

export function createNavigation(menus: readonly Menu[], routes: RspressRoutes): Navigation {
  const owned = new Map<string, Owned>();
  const entries: NavigationEntry[] = [];
  for (const menu of menus)
    for (const item of menu.items) {
      const target = posix.join(menu.folder, item.name);
      owned.set(target, { menu, item });
      entries.push({ target, place: item.place, goesWithPage: true });
    }
  const known = new Map(menus.map((menu) => [menu.folder, menu]));
  const findMissing = (path: string): { menu: Menu; path: string } | null => {
    const top = routes.folderOf(path);
    for (let at = path; at !== top && at !== "."; at = posix.dirname(at)) {
      const menu = known.get(posix.dirname(at));
      const isShown = menu?.items.some((item) => names(menu, item, at)) ?? true;
      // A folder's own page is shown with the folder.
      if (!isShown && !(at === path && isIndex(path))) return { menu: menu!, path: at };
    }
    return null;
  };
  return {
    entries,
    findEntry: (site, target) => {
      const found = owned.get(target);
      return found && findItem(site, routes, target, found.item);
    },
    renderEntry: (site, target, page) => {
      const found = owned.get(target);
      return found && renderItem(site, target, found, page.path);
    },
    isListed: (path) => !routes.hasRoute(path) || findMissing(path) === null,
    missingEntry: (path) => {
      const missing = routes.hasRoute(path) ? findMissing(path) : null;
      const { menu } = missing ?? {};
      // A folder of another language would not have what is added.
      if (!menu || menus.some(({ file, folder }) => file === menu.file && folder !== menu.folder))
        return null;
      const name = posix.basename(missing!.path);
      const written = JSON.stringify(missing!.path === path ? styled(menu, name) : name);
      const item =
        missing!.path === path ? written : `{ "type": "dir", "name": ${written}, "label": ${written} }`;
      const { at, before } = menu.end;
      return { path: menu.file, start: at, end: at, text: before + item };
    },
  };
}

function isIndex(path: string): boolean {
  return /(?:^|\/)index\.\w+$/.test(path);
}

function names({ folder }: Menu, { name }: MenuItem, path: string): boolean {
  const named = posix.join(folder, name);
  return named === path || named === withoutEnding(path) || path.startsWith(`${named}/`);
}

function withoutEnding(path: string): string {
  return path.replace(/\.(?:mdx?|[jt]sx?)$/, "");
}

/** Names have endings if the others in the menu do. */
function styled({ items }: Menu, name: string): string {
  const others = items.filter(({ kind }) => kind === "file");
  const haveEndings = others.length > 0 && others.every((item) => item.name !== withoutEnding(item.name));
  return haveEndings ? name : withoutEnding(name);
}

const endings = ["", ".md", ".mdx", ".tsx", ".jsx", ".ts", ".js"];

/** For a folder with several pages, the folder, which no page takes along. */
function findItem(
  { files, pages }: Site,
  { hasRoute }: RspressRoutes,
  target: string,
  { kind }: MenuItem,
): string | null {
  const page = endings.map((ending) => target + ending).find((one) => files.has(one) && hasRoute(one));
  if (kind === "file") return page ?? null;
  const below = pagesBelow(files, target).filter(hasRoute);
  const [only] = below;
  if (only === undefined) return null;
  return below.length === 1 && pages.has(only) ? only : target;
}

/** Null if another menu shows the page at its new place. */
function renderItem({ files }: Site, target: string, { menu, item }: Owned, to: string): string | null {
  if (item.kind === "dir") return to.startsWith(`${target}/`) ? item.name : null;
  const name = posix.relative(menu.folder, to);
  if (name.startsWith("../") || (name.includes("/") && !item.name.includes("/"))) return null;
  const isTaken = !files.has(target) && pagesBelow(files, withoutEnding(to)).length > 0;
  return item.name === withoutEnding(item.name) && !isTaken ? withoutEnding(name) : name;
}
