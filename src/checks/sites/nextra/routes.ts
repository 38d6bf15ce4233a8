import type { PlacedPage } from "../../site.ts";

export interface NextraSite {
  /** The folder of `next.config.*`, "" or with `/` at its end. */
  root: string;
  /** Folders whose Markdown files are pages, with `/` at their ends, and the address that each begins at. */
  content: { folder: string; address: string }[];
  /** Only files named `page` are pages here; null: there is no such folder. */
  app: string | null;
  /** The folders of languages directly below the content; null: one language. */
  languages: { names: readonly string[]; main: string } | null;
  /** Null: computed; Next.js puts it before the links of Markdown by itself. */
  basePath: string | null;
  endsWithSlash: boolean;
  /** Whether rewrites or pages that are code may publish something at an address. */
  mayExist(address: string): boolean;
}

export interface NextraRoutes {
  hasRoute(path: string): boolean;
  /** The main language's pages are shown without its name as well. */
  addressesOf(page: PlacedPage): string[];
  addressFolder(page: PlacedPage): string;
  /** The language of a page, "" where the site has none. */
  languageOf(path: string): string;
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
  return {
    hasRoute: (path) => addressOf(path) !== null,
    languageOf: (path) => languageOf(site, addressOf(path)),
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

/** A language's name stands before the address that the content begins at. */
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

/** `a/(group)/b/page` is shown at `/a/b`; folders with parameters have pages that no file names. */
function appAddress(below: string): string | null {
  const parts = below.split("/");
  if (parts.pop() !== "page" || parts.some((part) => /^[_[@]/.test(part))) return null;
  return `/${parts.filter((part) => !/^\(.*\)$/.test(part)).join("/")}`;
}

/** Hidden files, parameters, and what Next.js keeps for itself. */
function isOther(folder: string, below: string): boolean {
  return (
    /(?:^|\/)[.[]/.test(below) || (/\/?pages\/$/.test(folder) && /^(?:_app|_document|_error)$/.test(below))
  );
}
