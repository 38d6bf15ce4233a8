import { posix } from "node:path";
import { trimEndCharacters } from "../../../text/trim-characters.ts";
import type { PageFacts } from "../../model/page-facts.ts";
import type { PlacedPage, Site } from "../../model/site.ts";
import { isTruth } from "../../pages/read-fields.ts";
import type { Blog, DocsVersion, DocusaurusSite, PagesFolder } from "./content.ts";
import { placeOf } from "./translations.ts";

export interface DocusaurusRoutes {
  hasRoute(path: string): boolean;
  addressesOf(page: PlacedPage): string[];
  /** Address below the base of the build that shows the page, also of a translation. */
  shownAt(page: PlacedPage): string | null;
  addressFolder(page: PlacedPage): string;
  docsOf(path: string): DocsVersion | null;
  isTranslation(path: string): boolean;
}

const excluded = /(?:^|\/)_|\.test\.[jt]sx?$|(?:^|\/)__tests__\//;
const page = /\.mdx?$/;
const dated = /^(?:\d{2}|\d{4})[-_.]\d{2}(?:[-_.]|$)|^\d+[-_.]\d+/;
const prefixed = /^\d+\s{0,9}[-_.]+(?=[^-_.])/;

export function createRoutes(site: DocusaurusSite): DocusaurusRoutes {
  const docsOf = (path: string) => site.docs.find(({ folder }) => isBelow(folder, path)) ?? null;
  const translated = posix.join(site.root, "i18n");
  // Each language has a folder there; a file beside them is of the repository.
  const isTranslation = (path: string) =>
    isBelow(translated, path) && path.slice(translated.length + 1).includes("/");
  const addressOf = (placed: PlacedPage): string | null => {
    const { path } = placed;
    const docs = docsOf(path);
    if (docs !== null) return docAddress(docs, placed);
    const blog = site.blogs.find(({ folder }) => isBelow(folder, path));
    if (blog !== undefined) return blogAddress(blog, placed);
    const pages = site.pages.find(({ folder }) => isBelow(folder, path));
    if (pages === undefined) return null;
    const below = path.slice(pages.folder.length);
    if (excluded.test(below)) return null;
    const slug = hint(placed.facts, "slug");
    return slug === null ? fileAddress(pages, below) : posix.join("/", pages.route, slug);
  };
  const shownAt = ({ path, facts }: PlacedPage): string | null => {
    if (!isTranslation(path)) return addressOf({ path, facts });
    const place = placeOf(site, path);
    return place === null ? null : addressOf({ path: place.source, facts });
  };
  return {
    docsOf,
    isTranslation,
    shownAt,
    hasRoute: (path) =>
      page.test(path) && (isTranslation(path) || addressOf({ path, facts: undefined }) !== null),
    addressesOf: (placed) => {
      // Builds for production leave drafts out.
      if (!page.test(placed.path) || isTruth(placed.facts?.fields.draft, true)) return [];
      const address = addressOf(placed);
      if (address === null) return [];
      const pages = site.pages.find(({ folder }) => isBelow(folder, placed.path));
      if (pages === undefined || site.keepsFileAddresses !== true) return [address];
      return [...new Set([address, fileAddress(pages, placed.path.slice(pages.folder.length))])];
    },
    addressFolder: (placed) => {
      const address = shownAt(placed) ?? "/";
      if (site.endsWithSlash === true) return address.endsWith("/") ? address : `${address}/`;
      const own = site.endsWithSlash === false ? trimEndCharacters(address, "/") : address;
      return own.slice(0, own.lastIndexOf("/") + 1) || "/";
    },
  };
}

function fileAddress({ route }: PagesFolder, below: string): string {
  return `${route}${below.replace(page, "").replace(/\/index$/, "")}` || "/";
}

function docAddress(docs: DocsVersion, placed: PlacedPage): string | null {
  const below = placed.path.slice(docs.folder.length + 1);
  if (!docs.isPublished(below)) return null;
  const slug = hint(placed.facts, "slug");
  const folder = publishedFolder(docs, below);
  const own = slug ?? plainSlug(docs, below, hint(placed.facts, "id"));
  const path = own.startsWith("/") ? own : posix.join("/", folder, own);
  return `${docs.route}${posix.join("/", path)}`;
}

function plainSlug(docs: DocsVersion, below: string, id: string | null): string {
  const name = posix.basename(below).replace(page, "");
  const isIndex =
    /^(?:index|readme)$/i.test(name) ||
    name.toLowerCase() === posix.basename(posix.dirname(below)).toLowerCase();
  // Only a folder's page has an address that ends with `/`, so that its links are relative to it.
  return posix.join("/", publishedFolder(docs, below), isIndex ? "/" : (id ?? publishedName(docs, name)));
}

function publishedFolder(docs: DocsVersion, below: string): string {
  const folder = posix.dirname(below);
  const names = folder === "." ? [] : folder.split("/");
  return names.map((name) => publishedName(docs, name)).join("/");
}

/** A number before a name is its place in the sidebar. */
export function publishedName({ keepsNumbers }: DocsVersion, name: string): string {
  return keepsNumbers || dated.test(name) ? name : name.replace(prefixed, "").trimStart() || name;
}

/** Returns the page's name in sidebars; null if it belongs to another version or plugin. */
export function docIdOf(docs: DocsVersion, { path, facts }: PlacedPage): string | null {
  if (!isBelow(docs.folder, path)) return null;
  const below = path.slice(docs.folder.length + 1);
  const name = hint(facts, "id") ?? publishedName(docs, posix.basename(below).replace(page, ""));
  return posix.join(publishedFolder(docs, below), name);
}

/** How sidebars name pages: those of other docs than the first have their folder in front. */
export function nameDocs(docs: readonly DocsVersion[]) {
  const [first] = docs;
  const docsOf = (path: string) => docs.find(({ folder }) => isBelow(folder, path));
  const nameOf = (page: PlacedPage): string | null => {
    const own = docsOf(page.path);
    const id = own === undefined ? null : docIdOf(own, page);
    return own === first || id === null ? id : `${own!.folder}/${id}`;
  };
  const ownerOf = (target: string) => docs.slice(1).find(({ folder }) => isBelow(folder, target)) ?? first;
  return {
    nameOf,
    findPage: ({ pages }: Site, target: string): string | null => {
      const own = ownerOf(target);
      if (own === undefined) return null;
      const bare = own === first ? posix.join(own.folder, target) : target;
      const isIt = (path: string) => pages.has(path) && nameOf({ path, facts: pages.get(path) }) === target;
      const near = [`${bare}.md`, `${bare}.mdx`].find(isIt);
      return near ?? [...pages.keys()].find((path) => isBelow(own.folder, path) && isIt(path)) ?? null;
    },
    /** Names of other docs may be of an older kind, or of pages that a program writes. */
    mayExist: ({ files, filesBefore }: Site, target: string): boolean => {
      const own = ownerOf(target);
      if (own === undefined || own === first) return false;
      const isGone = (path: string) =>
        isBelow(own.folder, path) && !files.has(path) && nameOf({ path, facts: undefined }) === target;
      return ![...filesBefore].some(isGone);
    },
  };
}

function blogAddress({ folder, route, isPublished }: Blog, { path, facts }: PlacedPage): string | null {
  const below = path.slice(folder.length + 1);
  if (!isPublished(below)) return null;
  const slug = hint(facts, "slug");
  if (slug !== null) return posix.join("/", route, slug);
  const bare = below.replace(page, "").replace(/\/index$/, "");
  const found = /(?<!\d)(\d{4})[-/](\d{1,2})[-/](\d{1,2})(?!\d)[-/]?/.exec(bare);
  const [year, month, day] = found?.slice(1) ?? [];
  const rest = found === null ? "" : bare.slice(found.index + found[0].length);
  const named = found === null ? bare : `${bare.slice(0, found.index)}${year}/${month}/${day}/${rest}`;
  return posix.join("/", route, named).replace(/\/$/, "");
}

function hint(facts: PageFacts | undefined, key: string): string | null {
  return facts?.routeHints.find((one) => one.key === key)?.value ?? null;
}

export function isBelow(folder: string, path: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}
