import { posix } from "node:path";
import { trimEndCharacters } from "../../../text/trim-characters.ts";
import type { PageFacts } from "../../model/page-facts.ts";
import type { PlacedPage } from "../../model/site.ts";
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
  /**
   * The folder of docs from which links to files count. Paths are compared as texts: to Docusaurus, a page
   * below `crew_versioned_docs/` is one of `crew`.
   */
  linkFolderOf(path: string): string | null;
  isTranslation(path: string): boolean;
  /** The folder of the docs that would have no page without this one, or with it at `to`. */
  onlyPageOf(path: string, to: string | null, files: ReadonlySet<string>): string | null;
}

export const page = /\.mdx?$/;
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
    if (!pages.isPublished(below.slice(1))) return null;
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
    linkFolderOf: (path) => {
      const own = docsOf(path);
      const isFirst = ({ plugin, folder }: DocsVersion) => plugin === own?.plugin && path.startsWith(folder);
      return site.docs.find(isFirst)?.folder ?? null;
    },
    onlyPageOf: (path, to, files) => {
      const docs = docsOf(path);
      if (docs === null) return null;
      const isOf = (one: string) =>
        page.test(one) && docsOf(one) === docs && docs.isPublished(one.slice(docs.folder.length + 1));
      const isEmpty = isOf(path) && ![...files].some((one) => one !== path && isOf(one));
      return isEmpty && !(to !== null && isOf(to)) ? docs.folder : null;
    },
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

export function publishedFolder(docs: DocsVersion, below: string): string {
  const folder = posix.dirname(below);
  const names = folder === "." ? [] : folder.split("/");
  return names.map((name) => publishedName(docs, name)).join("/");
}

/** A number before a name is its place in the sidebar. */
export function publishedName({ keepsNumbers }: DocsVersion, name: string): string {
  return keepsNumbers || dated.test(name) ? name : name.replace(prefixed, "").trimStart() || name;
}

function blogAddress({ folder, route, isPublished }: Blog, { path, facts }: PlacedPage): string | null {
  const below = path.slice(folder.length + 1);
  if (!isPublished(below)) return null;
  const slug = hint(facts, "slug");
  if (slug !== null) return posix.join("/", route, slug);
  return posix.join("/", route, datedName(below) ?? below.replace(page, "").replace(/\/index$/, ""));
}

/** The last date in a path comes before all else that the path names; null without one. */
function datedName(below: string): string | null {
  // At each place, so that the last one is found as by a pattern with anything in front of it.
  const found = [...below.matchAll(/(?=(\d{4}[-/]\d{1,2}[-/]\d{1,2})[-/]?)/g)].at(-1);
  if (found === undefined) return null;
  const date = found[1]!;
  const rest = below.slice(found.index + date.length).replace(/^[-/]/, "");
  const name = rest.replace(page, "").replace(/\/index$/, "");
  return posix.join(date.replaceAll("-", "/"), below.slice(0, found.index) + name).replace(/\/$/, "");
}

export function hint(facts: PageFacts | undefined, key: string): string | null {
  return facts?.routeHints.find((one) => one.key === key)?.value ?? null;
}

export function isBelow(folder: string, path: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}
