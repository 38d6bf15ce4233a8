import { posix } from "node:path";
import type { NavigationEntry } from "../../model/navigation-entry.ts";
import type { Place } from "../../model/place.ts";
import type { SiteContext } from "../../model/site.ts";
import { readScript } from "../script/read-script.ts";
import { type ScriptValue, textMember } from "../script/script-values.ts";
import type { NextraSite } from "./routes.ts";

const filesMax = 500;
const metaFile = /(?:^|\/)_meta(?:\.global)?\.(?:[jt]sx?|json)$/;

interface Menus {
  entries: NavigationEntry[];
  /** Names that stand for a folder of pages, a page that is code, or no page at all. */
  patterns: Place[];
}

interface Around {
  files: ReadonlySet<string>;
  app: string | null;
  /** The folder of pages that the menu is in, from which their addresses count. */
  root: string;
  /** Whether the menus of all folders are in one file. */
  isGlobal: boolean;
  /** Whether an address in a menu leads to one page, whatever the visitor's language. */
  hasLinks: boolean;
}

/** Returns the names in `_meta` files that stand for a page next to them, and the addresses of links. */
export async function readMenus(
  context: SiteContext,
  { content, app, languages }: NextraSite,
): Promise<Menus & { readFrom: string[] }> {
  const { files } = context;
  const folders = [...content.map(({ folder }) => folder), ...(app === null ? [] : [app])];
  const paths = [...files].filter(
    (path) => metaFile.test(path) && folders.some((folder) => path.startsWith(folder)),
  );
  const menus: Menus = { entries: [], patterns: [] };
  for (const path of paths.slice(0, filesMax)) {
    const { value } = await readScript(context, path);
    const isGlobal = path.includes("/_meta.global.");
    const root = isGlobal ? folders[0]! : folders.find((one) => path.startsWith(one))!;
    const folder = isGlobal ? posix.join(root, ".") : posix.dirname(path);
    addNames(menus, value, folder, { files, app, root, isGlobal, hasLinks: languages === null });
  }
  return { ...menus, readFrom: paths };
}

function addNames(menus: Menus, value: ScriptValue, folder: string, around: Around): void {
  if (value.kind !== "object") return;
  const { files, isGlobal, hasLinks } = around;
  for (const [key, one] of value.members) {
    const place = value.places.get(key);
    const target = posix.join(folder, key);
    const items = one.kind === "object" ? one.members.get("items") : undefined;
    const isFolder = isGlobal && textMember(one, "type") !== "menu";
    if (hasLinks) addLinks(menus.entries, one, isFolder ? undefined : items);
    if (isFolder && items !== undefined) addNames(menus, items, posix.join(folder, key), around);
    if (place === undefined || key === "*" || !/^[\w.-]+$/.test(key)) continue;
    if (namesNoPage(one, files, target) || isElsewhere(around, target, key)) {
      const { memberEnd = place.end, ...name } = place;
      menus.patterns.push(leadsOut(one) ? name : { ...name, memberEnd });
    } else if (one.kind !== "unknown") menus.entries.push({ target, place });
  }
}

/** Adds the address that an item of a menu leads to, and those of the items in it. */
function addLinks(entries: NavigationEntry[], value: ScriptValue, items?: ScriptValue): void {
  const href = value.kind === "object" ? value.members.get("href") : undefined;
  if (href?.kind === "value" && /^\/(?!\/)/.test(`${href.value}`))
    entries.push({ target: `${href.value}`, place: href.place });
  if (items?.kind === "object") for (const one of items.members.values()) addLinks(entries, one);
}

/** Whether it is a menu, a line between pages, leads elsewhere, or has a type without a page. */
function namesNoPage(value: ScriptValue, files: ReadonlySet<string>, target: string): boolean {
  if (value.kind !== "object") return false;
  const type = textMember(value, "type");
  const isThere = [".mdx", ".md", "/index.mdx", "/index.md", "/page.mdx", "/page.md"].some((end) =>
    files.has(target + end),
  );
  const isPage = type === undefined || ((type === "doc" || type === "page") && isThere);
  return !isPage || leadsOut(value);
}

function leadsOut(value: ScriptValue): boolean {
  return value.kind === "object" && ["href", "items"].some((name) => value.members.has(name));
}

/** Whether it is a page that is code. */
function isElsewhere({ files, app, root }: Around, target: string, key: string): boolean {
  const isOwn = files.has(`${target}/page.mdx`) || files.has(`${target}/page.md`);
  const folder = posix.relative(root, posix.dirname(target));
  for (const path of files) {
    if (!isOwn && app !== null && path.startsWith(app) && path.includes(`/${key}/page.`)) return true;
    if (app !== null && key === "index" && isPageOf(app, path, folder)) return true;
    if (/\.[jt]sx?$/.test(path) && path.startsWith(`${target}.`)) return true;
  }
  return false;
}

/** Whether a file is the app's page of a folder; groups in parentheses are no part of its address. */
function isPageOf(app: string, path: string, folder: string): boolean {
  if (!path.startsWith(app)) return false;
  const parts = path.slice(app.length).split("/");
  const name = parts.pop()!;
  const address = parts.filter((part) => part !== "" && !/^\(.*\)$/.test(part)).join("/");
  return name.startsWith("page.") && address === folder;
}
