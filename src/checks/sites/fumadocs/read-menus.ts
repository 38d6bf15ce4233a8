import type { Place } from "../../model/place.ts";
import type { SiteContext } from "../../model/site.ts";
import { JsonPlaceError, memberOf, parseJsonPlaces } from "../../pages/parse-json-places.ts";
import { createPlacer } from "../../pages/place-at.ts";
import { endOfList, type ListEnd } from "../shared/end-of-list.ts";
import type { FumadocsRoutes, Located } from "./routes.ts";

/** An item of `pages`: a name without its mark, or an address. */
export interface MenuItem {
  kind: "name" | "left-out" | "unfolded" | "link" | "rest";
  name: string;
  /** As written. */
  text: string;
  place: Place;
}

/** A `meta.json`. */
export interface Menu extends Located {
  file: string;
  /** Folder of the file in the repository, without a `/` at the end. */
  folder: string;
  /** Null if it lists all pages of its folder by itself. */
  items: readonly MenuItem[] | null;
  /** Where another item goes, and what stands before it; null if there is no list. */
  end: ListEnd | null;
  /** Whether it is a menu of its own, in which the page of its folder is one like others. */
  isFirst: boolean;
  /** Whether it cannot be read, or a plugin may read it in another way. */
  isOpen: boolean;
}

const filesMax = 2_000;
const metaFile = /(?:^|\/)meta(?:\.[^/.]+)?\.(?:json|ya?ml)$/;

export async function readMenus(
  { files, read }: SiteContext,
  routes: FumadocsRoutes,
): Promise<{ menus: Menu[]; readFrom: string[] }> {
  const menus: Menu[] = [];
  const paths = [...files].filter((path) => metaFile.test(path));
  for (const path of paths.slice(0, filesMax)) {
    const found = routes.locate(path);
    if (found === null || !/(?:^|\/)meta\.\w+$/.test(found.path)) continue;
    const text = path.endsWith(".json") ? (await read(path)).toString("utf8") : null;
    menus.push({
      ...found,
      file: path,
      folder: path.slice(0, path.lastIndexOf("/")),
      ...readMenu(path, text),
    });
  }
  return { menus, readFrom: menus.map(({ file }) => file) };
}

function readMenu(path: string, text: string | null): Pick<Menu, "items" | "end" | "isFirst" | "isOpen"> {
  const unread = { items: null, end: null, isFirst: false, isOpen: true };
  if (text === null) return unread;
  try {
    const root = parseJsonPlaces(text);
    const pages = memberOf(root, "pages");
    const isOpen = root.kind !== "object" || memberOf(root, "pagesIndex") !== null;
    const isFirst = memberOf(root, "root")?.value === true;
    if (pages === null) return { items: null, end: null, isFirst, isOpen };
    if (pages.kind !== "array") return unread;
    const placeAt = createPlacer(path, text);
    const items = pages.items.flatMap((one) =>
      one.kind === "string" && text.slice(one.start + 1, one.end - 1) === one.value
        ? (readItem(one.value, placeAt(one.start + 1, one.end - 1)) ?? [])
        : [],
    );
    return { items, end: endOfList(text, pages), isFirst, isOpen };
  } catch (error) {
    if (error instanceof JsonPlaceError) return unread;
    throw error;
  }
}

const link = /^(?:external:)?(?:\[[^\]]+\])?\[[^\]]+\]\(([^)]+)\)$/;

/** Null for a line between pages. */
function readItem(text: string, place: Place): MenuItem | null {
  if (text === "..." || text === "z...a") return { kind: "rest", name: "", text, place };
  if (/^---.*---$/.test(text) || text === "---") return null;
  const address = link.exec(text)?.[1];
  if (address !== undefined) return { kind: "link", name: address, text, place };
  if (text.startsWith("!")) return { kind: "left-out", name: text.slice(1), text, place };
  if (text.startsWith("...")) return { kind: "unfolded", name: text.slice(3), text, place };
  return { kind: "name", name: text, text, place };
}
