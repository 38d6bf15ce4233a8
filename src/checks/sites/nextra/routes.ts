import type { PlacedPage } from "../../model/site.ts";
import type { Translation } from "../../types.ts";
import { findTranslations, type Languages } from "../shared/find-translations.ts";
import type { OtherAddresses } from "../shared/next-addresses.ts";

export interface NextraSite {
  /** Folder of `next.config.*`, "" or with a trailing `/`. */
  root: string;
  /** Folders whose Markdown files are pages, with a trailing `/`, and the address at which each begins. */
  content: { folder: string; address: string }[];
  /** Folder in which only files named `page` are pages; null if there is none. */
  app: string | null;
  /** Folders of languages directly below the content; null for one language. */
  languages: { names: readonly string[]; main: string } | null;
  /** Null: computed; Next.js puts it before the links of Markdown by itself. */
  basePath: string | null;
  endsWithSlash: boolean;
  /** Where a temporary redirect leads from an address, to which links are right. */
  followTemporary: OtherAddresses["followTemporary"];
  /** Whether rewrites or pages that are code may publish something at an address. */
  mayExist(address: string): boolean;
}

export interface NextraRoutes {
  hasRoute(path: string): boolean;
  /** The main language's pages are also shown without its name. */
  addressesOf(page: PlacedPage): string[];
  addressFolder(page: PlacedPage): string;
  /** Returns the language of a page, "" if the site has none. */
  languageOf(path: string): string;
  /** Whether an address begins with the name of a language. */
  namesLanguage(address: string): boolean;
  translationsOf(from: string, to: string, files: ReadonlySet<string>): Translation[];
}

const markdown = /\.mdx?$/;

export function createRoutes(site: NextraSite): NextraRoutes {
  const addressOf = (path: string): string | null => {
    if (!markdown.test(path)) return null;
    const { app, content } = site;
    if (app !== null && path.startsWith(app)) return appAddress(path.slice(app.length).replace(markdown, ""));
    const found = content.find(({ folder }) => path.startsWith(folder));
    if (found === undefined) return null;
    const below = path.slice(found.folder.length).replace(markdown, "");
    if (isOther(found.folder, below)) return null;
    const named = below.replace(/(?:^|\/)index$/, "");
    const [language] = named.split("/");
    if (site.languages !== null && !site.languages.names.includes(language!)) return null;
    return placeAt(found.address, named, site);
  };
  const languages: Languages = menuLanguages(site);
  return {
    translationsOf: (from, to, files) =>
      languages.length === 0 ? [] : findTranslations(languages, addressOf, { from, to, files }),
    hasRoute: (path) => addressOf(path) !== null,
    languageOf: (path) => languageOf(site, addressOf(path)),
    namesLanguage: (address) => languageOf(site, address) !== "",
    addressesOf: ({ path }) => {
      const own = addressOf(path);
      if (own === null) return [];
      const { languages } = site;
      const isMain = languages !== null && languageOf(site, own) === languages.main;
      return isMain ? [own, own.slice(languages.main.length + 1) || "/"] : [own];
    },
    addressFolder: ({ path }) => {
      const address = addressOf(path) ?? "/";
      if (site.endsWithSlash) return address.endsWith("/") ? address : `${address}/`;
      return address.slice(0, address.lastIndexOf("/") + 1) || "/";
    },
  };
}

/** The theme's language menu changes the language in a page's address and nothing else. */
function menuLanguages({ languages }: NextraSite): Languages {
  if (languages === null) return [];
  const { main, names } = languages;
  const ordered = [main, ...names.filter((name) => name !== main)];
  return ordered.map((name) => ({ name, start: `/${name}`, hasMenus: true }));
}

/** A language's name precedes the address at which the content begins. */
function placeAt(base: string, named: string, { languages }: NextraSite): string {
  const [language = "", ...rest] = named.split("/");
  const parts = languages === null ? [base, named] : [language, base, ...rest];
  return `/${parts
    .flatMap((part) => part.split("/"))
    .filter(Boolean)
    .join("/")}`;
}

function languageOf({ languages }: NextraSite, address: string | null): string {
  const first = address?.split("/")[1] ?? "";
  return languages?.names.includes(first) === true ? first : "";
}

/** `a/(group)/b/page` is shown at `/a/b`; folders with parameters have pages without a file. */
function appAddress(below: string): string | null {
  const parts = below.split("/");
  if (parts.pop() !== "page" || parts.some((part) => /^[_[@]/.test(part))) return null;
  return `/${parts.filter((part) => !/^\(.*\)$/.test(part)).join("/")}`;
}

/** Whether a file is hidden, has parameters, or is reserved by Next.js. */
function isOther(folder: string, below: string): boolean {
  return (
    /(?:^|\/)[.[]/.test(below) || (/\/?pages\/$/.test(folder) && /^(?:_app|_document|_error)$/.test(below))
  );
}
