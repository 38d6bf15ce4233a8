import { posix } from "node:path";
import type { NavigationEntry } from "../../model/navigation-entry.ts";
import type { PlacedPage, Site } from "../../model/site.ts";
import type { DocsVersion } from "./content.ts";
import { page as ending, hint, isBelow, publishedFolder, publishedName } from "./routes.ts";

/** Between the folder of a category and the name by which it is linked to a page. */
const inCategory = "/./";
/** Before a name that begins like the folder of other docs. */
const ofFirst = ":";

/** Returns the page's name in sidebars; null if it belongs to another version or plugin. */
export function docIdOf(docs: DocsVersion, { path, facts }: PlacedPage): string | null {
  if (!isBelow(docs.folder, path)) return null;
  const below = path.slice(docs.folder.length + 1);
  const name = hint(facts, "id") ?? publishedName(docs, posix.basename(below).replace(ending, ""));
  return posix.join(publishedFolder(docs, below), name);
}

/** Pages by their ids, for each version; until the site changes. */
const knownIds = new WeakMap<Site["index"], Map<DocsVersion, ReadonlyMap<string, string>>>();

/** Returns the page of this version with an id, or null. */
export function findDoc(site: Site, own: DocsVersion, id: string): string | null {
  const { pages, index } = site;
  const bare = posix.join(own.folder, id);
  const isIt = (path: string) => pages.has(path) && docIdOf(own, { path, facts: pages.get(path) }) === id;
  const near = [`${bare}.md`, `${bare}.mdx`].find(isIt);
  if (near !== undefined) return near;
  const versions = knownIds.get(index) ?? new Map<DocsVersion, ReadonlyMap<string, string>>();
  knownIds.set(index, versions);
  const ids = versions.get(own) ?? indexIds(site, own);
  versions.set(own, ids);
  return ids.get(id) ?? null;
}

function indexIds({ pages }: Site, own: DocsVersion): Map<string, string> {
  const ids = new Map<string, string>();
  for (const [path, facts] of pages) {
    const id = docIdOf(own, { path, facts });
    if (id !== null && !ids.has(id)) ids.set(id, path);
  }
  return ids;
}

/** Returns an entry that names a page of one version of the docs, by what is written at a place. */
export function entryOfDocs(
  versions: readonly DocsVersion[],
  docs: DocsVersion,
  { target, ...written }: NavigationEntry,
): NavigationEntry {
  const isLike = ({ folder }: DocsVersion) => target.startsWith(`${folder}/`);
  const mark = versions.slice(1).some(isLike) ? ofFirst : "";
  const prefix = docs === versions[0] ? mark : `${docs.folder}/`;
  return { ...written, target: prefix + target, ...(prefix !== "" && { prefix }), goesWithPage: true };
}

/**
 * Returns an entry of a `_category_` file: it names a page of its own folder by the last name alone, and any
 * other one of its docs by the whole.
 */
export function entryOfCategory(
  folder: string,
  { target, place }: Pick<NavigationEntry, "target" | "place">,
): NavigationEntry {
  const prefix = folder + inCategory;
  return { target: prefix + target, prefix, place };
}

/** How sidebars name pages: those of other docs than the first have their folder in front. */
export function nameDocs(docs: readonly DocsVersion[]) {
  const [first] = docs;
  const docsOf = (path: string) => docs.find(({ folder }) => isBelow(folder, path));
  const read = (target: string): { own: DocsVersion | undefined; ids: string[]; isOfCategory?: true } => {
    const at = target.indexOf(inCategory);
    if (at >= 0) {
      const [folder, id] = [target.slice(0, at), target.slice(at + inCategory.length)];
      const own = docsOf(`${folder}/`);
      const below = own === undefined ? "" : `${folder.slice(own.folder.length + 1)}/_`;
      const near = own === undefined ? id : posix.join(publishedFolder(own, below), id);
      return { own, ids: [near, id], isOfCategory: true };
    }
    if (target.startsWith(ofFirst)) return { own: first, ids: [target.slice(ofFirst.length)] };
    const own = docs.slice(1).find(({ folder }) => target.startsWith(`${folder}/`));
    return own === undefined
      ? { own: first, ids: [target] }
      : { own, ids: [target.slice(own.folder.length + 1)] };
  };
  return {
    findPage: (site: Site, target: string): string | null => {
      const { own, ids } = read(target);
      if (own === undefined) return null;
      for (const id of ids) {
        const found = findDoc(site, own, id);
        if (found !== null) return found;
      }
      return null;
    },
    /** Null for a page of other docs, which the entry cannot name. */
    render: (target: string, page: PlacedPage): string | null => {
      const { own } = read(target);
      const id = own === undefined || docsOf(page.path) !== own ? null : docIdOf(own, page);
      if (id === null) return null;
      const at = target.indexOf(inCategory);
      if (at >= 0) return target.slice(0, at + inCategory.length) + id;
      if (target.startsWith(ofFirst)) return ofFirst + id;
      return own === first ? id : `${own!.folder}/${id}`;
    },
    /** Names of other docs may be of an older kind, or of pages that a program writes. */
    mayExist: ({ files, filesBefore }: Site, target: string): boolean => {
      const { own, ids, isOfCategory } = read(target);
      if (own === undefined || own === first || isOfCategory) return false;
      const isGone = (path: string) =>
        !files.has(path) && ids.includes(docIdOf(own, { path, facts: undefined }) ?? "");
      return ![...filesBefore].some(isGone);
    },
  };
}
