import { posix } from "node:path";
import { createSlugger } from "../../../markdown/slug-heading.ts";
import { addressKey } from "../../model/address-key.ts";
import type { NavigationEntry } from "../../model/navigation-entry.ts";
import type { Place } from "../../model/place.ts";
import type { SiteContext } from "../../model/site.ts";
import { readScript } from "../script/read-script.ts";
import { isWritten, type ScriptValue, type Told, textMember } from "../script/script-values.ts";
import { findScript } from "../script/syntax-tree.ts";
import { readSettings, textAt } from "../shared/read-settings.ts";
import { readCategoryLink } from "./category-links.ts";
import type { DocsVersion, DocusaurusSite } from "./content.ts";
import { entryOfDocs } from "./name-docs.ts";
import { isBelow, publishedName } from "./routes.ts";

/** A written sidebar of a version of the docs. */
export interface Sidebar {
  path: string;
  docs: DocsVersion;
}

export interface Navigation {
  entries: NavigationEntry[];
  /** Entries of all sidebars that are addresses of the site. */
  links: NavigationEntry[];
  /** Names of sidebars and folders, which lead nowhere. */
  others: Place[];
  readFrom: string[];
  /** Keys of the addresses at which categories list their pages, each with the folder of these, or null. */
  listed: DocusaurusSite["listed"];
  /** Whether there are no other such addresses. */
  areListed: boolean;
  /** Whether all sidebars are written out. */
  areWritten: boolean;
}

/** `require.resolve` finds a file by a name without its ending, and TypeScript by that of JavaScript. */
export function findSidebar({ files }: SiteContext, root: string, named: string): string {
  const path = posix.join(root, named);
  return findScript(files, "_", `./${path}`) ?? path;
}

const lists = /^(?:items|link)$/;
const filesMax = 2_000;

/**
 * Returns the pages that written sidebars name (none of one that is computed), and the lists of all
 * categories. What other docs than the first name has their folder in front.
 */
export async function readNavigation(
  context: SiteContext,
  versions: readonly DocsVersion[],
  sidebars: readonly Sidebar[],
): Promise<Navigation> {
  const entries: NavigationEntry[] = [];
  const links: NavigationEntry[] = [];
  const readFrom: string[] = [];
  const others: Place[] = [];
  const listed = new Map<string, string | null>();
  const slugs = new Map(versions.map((docs) => [docs, createSlugger("github")]));
  const listIn =
    (docs: DocsVersion, folder: string | null = null) =>
    (slug: string | null, label: string) => {
      const own = slug ?? `category/${slugs.get(docs)!(label)}`;
      listed.set(addressKey(posix.join("/", docs.route, own)), folder);
    };
  let areWritten = true;
  const generated = new Map(versions.map((docs) => [docs, [] as string[]]));
  for (const { path, docs } of sidebars) {
    if (!context.files.has(path)) continue;
    const read = await readScript(context, path);
    readFrom.push(...read.readFrom);
    areWritten &&= isWritten(read.value);
    if (read.value.kind !== "object") continue;
    const named: NavigationEntry[] = [];
    const generate = (one: string) => void generated.get(docs)!.push(one);
    const found = { entries: named, links, list: listIn(docs), generate, others };
    others.push(...read.value.places.values());
    for (const sidebar of read.value.members.values()) walk(found, sidebar);
    for (const one of named) entries.push(entryOfDocs(versions, docs, one));
  }
  const made: { times: number; list(): void }[] = [];
  const categories = [...context.files].filter((path) => /(?:^|\/)_category_\.(?:json|ya?ml)$/.test(path));
  for (const path of categories.slice(0, filesMax)) {
    const docs = versions.find(({ folder }) => isBelow(folder, path));
    const settings = docs === undefined ? null : await readSettings(context, path);
    const uses = docs === undefined ? 0 : countUses(docs, generated.get(docs)!, path);
    if (textAt(settings, "link", "type") === "generated-index") {
      const label = textAt(settings, "label") ?? publishedName(docs!, posix.basename(posix.dirname(path)));
      const list = listIn(docs!, posix.dirname(path));
      const own = textAt(settings, "link", "slug");
      made.push({ times: Math.max(1, uses), list: () => list(own, label) });
    }
    // Others are of no sidebar: what they name is not looked up.
    const link = uses > 0 && areWritten ? await readCategoryLink(context, path) : null;
    if (link !== null) entries.push(link);
    readFrom.push(path);
  }
  // Each sidebar of the same folder has a list of its own: `category/tools`, `category/tools-1`.
  for (let time = 0; made.some(({ times }) => time < times); time += 1)
    for (const { times, list } of made) if (time < times) list();
  const areListed = areWritten && sidebars.every(({ path }) => context.files.has(path));
  return { entries, links, others, readFrom, listed, areListed, areWritten };
}

interface Found {
  entries: NavigationEntry[];
  links: NavigationEntry[];
  /** Takes the address of a category's list, which follows from its label if it has none of its own. */
  list(slug: string | null, label: string): void;
  /** Takes a folder below that of the docs, of whose folders the sidebar makes categories. */
  generate(folder: string): void;
  others: Place[];
}

/** How often sidebars make a category of the folder of a `_category_` file. */
function countUses({ folder }: DocsVersion, tops: readonly string[], path: string): number {
  const own = posix.dirname(path);
  return tops.filter((top) => isBelow(posix.join(folder, top), own)).length;
}

/** `label` is that of the category around the value. */
function walk(found: Found, value: ScriptValue, label?: Told<string>): void {
  if (value.kind === "value") add(found.entries, value);
  if (value.kind === "list") {
    const from = found.entries.length;
    for (const item of value.items) walk(found, item);
    // Without an item, a category ends the build.
    const only =
      value.items.length === 1 && found.entries.length === from + 1 ? found.entries[from] : undefined;
    if (only !== undefined) only.isOnlyItem = true;
  }
  if (value.kind !== "object") return;
  const type = value.members.get("type");
  const kind = type?.kind === "value" ? type.value : null;
  if (kind === "doc" || kind === "ref") {
    const id = value.members.get("id");
    if (id?.kind === "value") add(found.entries, id);
    return;
  }
  if (kind === "autogenerated") {
    const folder = value.members.get("dirName");
    if (folder?.kind !== "value" || typeof folder.value !== "string") return;
    found.generate(folder.value);
    found.others.push(folder.place);
    return;
  }
  if (kind === "link") {
    const href = value.members.get("href");
    if (href?.kind === "value" && /^\/(?!\/)/.test(String(href.value))) add(found.links, href);
    return;
  }
  if (kind === "generated-index") {
    const slug = textMember(value, "slug");
    if (typeof slug === "string") found.list(slug, "");
    else if (slug === undefined && typeof label === "string") found.list(null, label);
    return;
  }
  for (const [key, one] of value.members) {
    // Without a type, `{ Title: [pages] }` is a category.
    const isPages = type === undefined ? one.kind !== "value" : lists.test(key) && one.kind !== "value";
    if (isPages) walk(found, one, textMember(value, "label"));
  }
}

function add(entries: NavigationEntry[], { value, place }: Extract<ScriptValue, { kind: "value" }>): void {
  if (typeof value === "string") entries.push({ target: value, place });
}
