import { posix } from "node:path";
import type { NavigationEntry } from "../../model/navigation-entry.ts";
import type { Place } from "../../model/place.ts";
import type { SiteContext } from "../../model/site.ts";
import { type JsonNode, JsonPlaceError, memberOf, parseJsonPlaces } from "../../pages/parse-json-places.ts";
import { createPlacer } from "../../pages/place-at.ts";
import { endOfList, type ListEnd } from "../shared/end-of-list.ts";

/** An item of a `_meta.json` that stands for a page or a folder. */
export interface MenuItem {
  kind: "file" | "dir";
  name: string;
  place: Place;
}

/** A `_meta.json` that is the sidebar of its folder. */
export interface Menu {
  /** The file that holds the items, which folders of other languages may link to. */
  file: string;
  folder: string;
  items: MenuItem[];
  /** Where another item goes, and what stands before it. */
  end: ListEnd;
}

export interface WrittenMenus {
  menus: Menu[];
  /** Addresses in menus, behind what the folder's version and language put before them. */
  links: NavigationEntry[];
  /** Texts that say on which pages an entry is marked. */
  patterns: Place[];
  readFrom: string[];
}

interface Folders {
  docsRoot: string;
  /** The folder of the pages in the version and language of a path. */
  folderOf(path: string): string;
  /** The address of what a path names from the folder of the pages on. */
  routeOf(path: string): string;
  /** In version 1, the `_meta.json` above the other folders is the navigation bar. */
  major: 1 | 2;
}

const filesMax = 2_000;

/** Whether a file is a menu, unless the configuration holds the menus. */
export function isMenuFile(path: string): boolean {
  return /(?:^|\/)_(?:meta|nav)\.json$/.test(path);
}

export async function readWrittenMenus(
  context: SiteContext,
  { docsRoot, folderOf, routeOf, major }: Folders,
): Promise<WrittenMenus> {
  const found: WrittenMenus = { menus: [], links: [], patterns: [], readFrom: [] };
  const isBelow = (path: string) => docsRoot === "" || path.startsWith(`${docsRoot}/`);
  const paths = [...context.files].filter((path) => isMenuFile(path) && isBelow(path));
  for (const at of paths.slice(0, filesMax)) {
    found.readFrom.push(at);
    const { path, text } = await followLink(context, at);
    const root = parse(text);
    if (root?.kind !== "array") continue;
    const folder = posix.dirname(at);
    const top = folderOf(at);
    const placeOf = createPlaces(path, text);
    const prefix = routeOf(`${posix.relative(docsRoot, top)}/`).replace(/\/$/, "");
    const isBar = path.endsWith("/_nav.json") || (major === 1 && folder === top);
    for (const item of root.items) addLinks(found, item, placeOf, prefix);
    if (isBar) continue;
    found.menus.push({
      ...{ file: path, folder },
      items: root.items.flatMap((item) => readItem(item, placeOf) ?? []),
      end: endOfList(text, root),
    });
  }
  return found;
}

/** A symbolic link is a file that holds the path of another one. */
async function followLink(
  { files, read }: SiteContext,
  path: string,
): Promise<{ path: string; text: string }> {
  const text = (await read(path)).toString("utf8");
  const linked = /^[\w./-]{1,300}$/.test(text) ? posix.join(posix.dirname(path), text) : null;
  if (linked === null || !files.has(linked) || !isMenuFile(linked)) return { path, text };
  return { path: linked, text: (await read(linked)).toString("utf8") };
}

type PlaceOf = (node: JsonNode | null) => { text: string; place: Place } | null;

/** Returns the place of a text between its quotes; null for another value, and for one with escapes. */
function createPlaces(path: string, text: string): PlaceOf {
  const placeAt = createPlacer(path, text);
  return (node) => {
    if (node?.kind !== "string" || text.slice(node.start + 1, node.end - 1) !== node.value) return null;
    return { text: node.value, place: placeAt(node.start + 1, node.end - 1) };
  };
}

function readItem(item: JsonNode, placeOf: PlaceOf): MenuItem | null {
  const type = item.kind === "object" ? (memberOf(item, "type")?.value ?? "file") : "file";
  const name = placeOf(item.kind === "object" ? memberOf(item, "name") : item);
  if (name === null) return null;
  if (type === "dir" || type === "dir-section-header")
    return { kind: "dir", name: name.text, place: name.place };
  return type === "file" ? { kind: "file", name: name.text, place: name.place } : null;
}

/** Adds the addresses of an item and of those in it, which count from the folder's version and language. */
function addLinks(found: WrittenMenus, item: JsonNode, placeOf: PlaceOf, prefix: string): void {
  if (item.kind !== "object") return;
  const pattern = placeOf(memberOf(item, "activeMatch"));
  if (pattern !== null) found.patterns.push(pattern.place);
  const link = placeOf(memberOf(item, "link"));
  if (link !== null && /^\/(?!\/)/.test(link.text))
    found.links.push({
      ...{ target: prefix + link.text, place: link.place, isExtra: true },
      ...(prefix !== "" && { prefix }),
    });
  for (const one of memberOf(item, "items")?.items ?? []) addLinks(found, one, placeOf, prefix);
}

function parse(text: string): JsonNode | null {
  try {
    return parseJsonPlaces(text);
  } catch (error) {
    if (error instanceof JsonPlaceError) return null;
    throw error;
  }
}
