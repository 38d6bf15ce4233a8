import { posix } from "node:path";
import { createSlugger } from "../../../markdown/slug-heading.ts";
import { addressKey } from "../../model/address-key.ts";
import type { NavigationEntry } from "../../model/navigation-entry.ts";
import type { SiteContext } from "../../model/site.ts";
import { readScript } from "../script/read-script.ts";
import { isWritten, type ScriptValue, type Told, textMember } from "../script/script-values.ts";
import { readSettings, textAt } from "../shared/read-settings.ts";
import type { DocsVersion } from "./content.ts";
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
  readFrom: string[];
  /** Keys of the addresses at which categories list their pages. */
  listed: ReadonlySet<string>;
  /** Whether there are no other such addresses. */
  areListed: boolean;
  /** Whether all sidebars are written out. */
  areWritten: boolean;
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
  const listed = new Set<string>();
  const slugs = new Map(versions.map((docs) => [docs, createSlugger("github")]));
  const listIn = (docs: DocsVersion) => (slug: string | null, label: string) =>
    void listed.add(addressKey(posix.join("/", docs.route, slug ?? `category/${slugs.get(docs)!(label)}`)));
  let areWritten = true;
  for (const { path, docs } of sidebars) {
    if (!context.files.has(path)) continue;
    const read = await readScript(context, path);
    readFrom.push(...read.readFrom);
    areWritten &&= isWritten(read.value);
    if (read.value.kind !== "object") continue;
    const named: NavigationEntry[] = [];
    const found = { entries: named, links, list: listIn(docs) };
    for (const sidebar of read.value.members.values()) walk(found, sidebar);
    const prefix = docs === versions[0] ? "" : `${docs.folder}/`;
    for (const one of named)
      entries.push(prefix === "" ? one : { ...one, target: prefix + one.target, prefix });
  }
  const categories = [...context.files].filter((path) => /(?:^|\/)_category_\.(?:json|ya?ml)$/.test(path));
  for (const path of categories.slice(0, filesMax)) {
    const docs = versions.find(({ folder }) => isBelow(folder, path));
    const settings = docs === undefined ? null : await readSettings(context, path);
    if (textAt(settings, "link", "type") === "generated-index") {
      const label = textAt(settings, "label") ?? publishedName(docs!, posix.basename(posix.dirname(path)));
      listIn(docs!)(textAt(settings, "link", "slug"), label);
    }
    readFrom.push(path);
  }
  const areListed = areWritten && sidebars.every(({ path }) => context.files.has(path));
  return { entries, links, readFrom, listed, areListed, areWritten };
}

interface Found {
  entries: NavigationEntry[];
  links: NavigationEntry[];
  /** Takes the address of a category's list, which follows from its label if it has none of its own. */
  list(slug: string | null, label: string): void;
}

/** `label` is that of the category around the value. */
function walk(found: Found, value: ScriptValue, label?: Told<string>): void {
  if (value.kind === "value") add(found.entries, value);
  if (value.kind === "list") for (const item of value.items) walk(found, item);
  if (value.kind !== "object") return;
  const type = value.members.get("type");
  const kind = type?.kind === "value" ? type.value : null;
  if (kind === "doc" || kind === "ref") {
    const id = value.members.get("id");
    if (id?.kind === "value") add(found.entries, id);
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
