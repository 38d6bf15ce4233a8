import { posix } from "node:path";
import type { PlacedPage } from "../../model/site.ts";
import type { Translation } from "../../types.ts";
import type { OtherAddresses } from "../shared/next-addresses.ts";
import type { Collection } from "./read-collections.ts";
import type { Languages, Loader } from "./read-loaders.ts";

/** What code makes of links of Markdown: `own` is the site's own code. */
export type LinkReading = "address" | "files" | "own";

export interface PlacedLoader extends Omit<Loader, "parts" | "base"> {
  base: string;
  parts: { collection: Collection; below: string }[];
  links: LinkReading;
  /** Whether the page of code shows all of its pages, none but those one level down, or all but the first. */
  shows: "all" | "level" | "below";
}

export interface FumadocsSite extends Pick<OtherAddresses, "mayExist" | "followTemporary"> {
  /** Folder of `next.config.*`, "" or with a trailing `/`. */
  root: string;
  /** Files of code that answer at addresses, without the language's name, by the keys of these. */
  code: ReadonlyMap<string, string>;
  loaders: readonly PlacedLoader[];
  /** Null: computed; Next.js puts it before the links of Markdown by itself. */
  basePath: string | null;
  endsWithSlash: boolean;
  /** Whether a router of another framework than Next.js resolves relative links, each in a way of its own. */
  hasOwnRouter: boolean;
  /** Whether addresses without a language lead to those with one. */
  addsLanguage: boolean;
}

/** A page or menu among those of a source. */
export interface Located {
  loader: PlacedLoader;
  /** Path among the files of the source, without a language, with its extension. */
  path: string;
  /** "" if the source has no languages. */
  language: string;
}

export interface FumadocsRoutes {
  locate(path: string): Located | null;
  hasRoute(path: string): boolean;
  addressesOf(page: Pick<PlacedPage, "path">, files: ReadonlySet<string>): string[];
  addressFolder(page: Pick<PlacedPage, "path">): string;
  /** Finds the page at a path among those of a source, in the language or else in the main one. */
  pageAt(found: Omit<Located, "path">, path: string, files: ReadonlySet<string>): string | null;
  translationsOf(from: string, to: string, files: ReadonlySet<string>): Translation[];
  /** Why other pages' addresses would change with the move. */
  refusesAt(page: Pick<PlacedPage, "path">, to: string): string | null;
}

export function createRoutes(site: FumadocsSite, known: ReadonlySet<string>): FumadocsRoutes {
  const locate = (path: string): Located | null => {
    for (const loader of site.loaders)
      for (const { collection, below } of loader.parts) {
        if (!path.startsWith(collection.folder)) continue;
        const found = splitLanguage(loader.languages, path.slice(collection.folder.length));
        return { loader, path: below + found.path, language: found.language };
      }
    return null;
  };
  const locatePage = (path: string): Located | null => {
    const found = locate(path);
    const isPage = found?.loader.parts.some(({ collection }) => collection.has(path)) === true;
    return isPage && isShown(found!) ? found : null;
  };
  const addressesOf = (path: string, files: ReadonlySet<string>): string[] => {
    const found = locatePage(path);
    return found === null ? [] : listAddresses(site, found, slugOf(path, found, files));
  };
  return {
    locate,
    hasRoute: (path) => locatePage(path) !== null,
    addressesOf: ({ path }, files) => addressesOf(path, files),
    addressFolder: ({ path }) => {
      const address = addressesOf(path, known)[0] ?? "/";
      if (site.endsWithSlash) return address.endsWith("/") ? address : `${address}/`;
      return address.slice(0, address.lastIndexOf("/") + 1) || "/";
    },
    pageAt: (found, path, files) => findPageAt(found, path, files),
    translationsOf: (from, to, files) => findTranslations(locatePage, { from, to, files }),
    refusesAt: ({ path }, to) => {
      if (locatePage(path) === null) return null;
      const others = [...pagesOfFolder(path), ...pagesOfFolder(to), ...pagesBesideFolder(to)];
      const other = others.find((one) => one !== path && one !== to && known.has(one));
      return other === undefined
        ? null
        : `the address of ${other} would be another one, or that of two pages`;
    },
  };
}

function splitLanguage(languages: Languages | null, below: string): { path: string; language: string } {
  if (languages === null) return { path: below, language: "" };
  const main = { path: below, language: languages.main };
  if (languages.isFolder) {
    const at = below.indexOf("/");
    const first = below.slice(0, at);
    return languages.names.includes(first) ? { path: below.slice(at + 1), language: first } : main;
  }
  const [, before, name, ending] = /^(.+)\.([^./]+)(\.[^./]+)$/.exec(below) ?? [];
  return name !== undefined && languages.names.includes(name)
    ? { path: `${before}${ending}`, language: name }
    : main;
}

const isGroup = /^\(.+\)$/;

/** Returns the address of a page below that of its source; folders in parentheses are no part of it. */
function slugOf(path: string, found: Located, files: ReadonlySet<string>): string {
  const names = found.path.replace(/\.mdx?$/, "").split("/");
  const shown = names.filter((name, at) => at === names.length - 1 || !isGroup.test(name));
  if (shown.at(-1) !== "index") return shown.join("/");
  // A page that is not there yet comes from there itself: `refusesAt` lets no other one move here.
  const isTaken =
    shown.length > 1 && files.has(path) && pagesBesideFolder(path).some((one) => files.has(one));
  return (isTaken ? shown : shown.slice(0, -1)).join("/");
}

/** The pages that a folder has itself beside the page of its name. */
function pagesOfFolder(path: string): string[] {
  const bare = path.replace(/\.mdx?$/, "");
  return [`${bare}/index.mdx`, `${bare}/index.md`];
}

/** The pages of a folder's name beside it, if the path is that of the folder's own page. */
function pagesBesideFolder(path: string): string[] {
  const folder = /^(.+)\/index\.mdx?$/.exec(path)?.[1];
  return folder === undefined ? [] : [`${folder}.mdx`, `${folder}.md`];
}

function isShown({ loader, path }: Located): boolean {
  if (loader.shows === "all") return true;
  const names = path
    .replace(/(?:^|\/)(?:index)?\.mdx?$/, "")
    .split("/")
    .filter((one) => !isGroup.test(one));
  return loader.shows === "level" ? names.length === 1 && names[0] !== "" : names[0] !== "";
}

function listAddresses(
  { addsLanguage }: FumadocsSite,
  { loader, language }: Located,
  slug: string,
): string[] {
  const { base, languages } = loader;
  const bare = posix.join(base, slug);
  if (languages === null) return [bare];
  const isMain = language === languages.main;
  const inLanguage = (name: string) => posix.join("/", name, bare).replace(/(?<!^)\/$/, "");
  const own = inLanguage(language);
  if (!isMain) return [own];
  const others = languages.names.filter((name) => languages.fallsBack && name !== language).map(inLanguage);
  if (languages.hidesMain) return [bare, ...(addsLanguage ? [own] : []), ...others];
  return [own, ...(addsLanguage ? [bare] : []), ...others];
}

function findPageAt(
  { loader, language }: Omit<Located, "path">,
  path: string,
  files: ReadonlySet<string>,
): string | null {
  for (const { collection, below } of loader.parts) {
    if (!path.startsWith(below)) continue;
    const own = path.slice(below.length);
    // No path among those of the source names a language.
    if (splitLanguage(loader.languages, own).path !== own) continue;
    for (const name of namesOf(loader.languages, own, language)) {
      const found = collection.folder + name;
      if (files.has(found) && collection.has(found)) return found;
    }
  }
  return null;
}

/** Returns the paths that a file may have in a language, where the main language's have two. */
export function namesOf(languages: Languages | null, path: string, language: string): string[] {
  if (languages === null) return [path];
  const name = (one: string): string =>
    languages.isFolder ? `${one}/${path}` : path.replace(/\.[^./]+$/, (ending) => `.${one}${ending}`);
  const main = [path, name(languages.main)];
  if (language === languages.main) return main;
  return languages.fallsBack ? [name(language), ...main] : [name(language)];
}

/** The language menu changes the language in a page's address and nothing else. */
function findTranslations(
  locate: (path: string) => Located | null,
  { from, to, files }: { from: string; to: string; files: ReadonlySet<string> },
): Translation[] {
  const [own, later] = [locate(from), locate(to)];
  if (own === null || own.language === "") return [];
  const { languages } = own.loader;
  const bare = (path: string) => path.replace(/\.mdx?$/, "");
  const found: Translation[] = [];
  for (const path of files) {
    if (!/\.mdx?$/.test(path)) continue;
    const other = locate(path);
    if (other === null || other.loader !== own.loader || other.language === own.language) continue;
    if (bare(other.path) !== bare(own.path)) continue;
    const isMain = own.language === languages!.main && later?.loader === own.loader;
    const goes = isMain && later.language === own.language;
    found.push({
      from: path,
      to: goes ? moveAlike(languages!, other, { from: path, to, later }) : null,
      ifLeft: `the language menu of ${path} leads to the address that the page had`,
      ...(other.language === languages!.main && { isMain: true as const }),
    });
  }
  return found;
}

/** Returns where a translation goes with its page. */
function moveAlike(
  languages: Languages,
  other: Located,
  { from, to, later }: { from: string; to: string; later: Located },
): string {
  const ending = posix.extname(from);
  if (!languages.isFolder) return `${to.replace(/\.mdx?$/, "")}.${other.language}${ending}`;
  const folder = from.slice(0, -`${other.language}/${other.path}`.length);
  return `${folder}${other.language}/${later.path.replace(/\.mdx?$/, "")}${ending}`;
}
