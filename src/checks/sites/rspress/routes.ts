import { posix } from "node:path";
import { matchGlob } from "../../../text/match-glob.ts";
import type { PlacedPage, Site } from "../../model/site.ts";
import { lookUpAddress } from "../shared/addresses.ts";
import type { Part, Settings } from "./read-settings.ts";

/** Endings that files of pages may have, and links name. */
const pageExtension = /\.(?:mdx?|[jt]sx?)$/i;

/** Parts of pages, and folders of them, which version 2 leaves out. */
const part = /(?:^|\/)_[^_/]/;

export interface RspressRoutes {
  /** Whether a file is a page, in Markdown or in code. */
  hasRoute(path: string): boolean;
  addressesOf(page: PlacedPage): string[];
  /** The folder of a page's address, with its slash, from which a browser counts. */
  addressFolder(page: Pick<PlacedPage, "path">): string;
  /** The address of what a path, with or without an ending, names from the folder of the pages on. */
  routeOf(path: string): string;
  /** Puts the version and the language of a page before a path from the root that has none. */
  withPrefix(from: string, path: string): string;
  /** Returns the path without a version and a language at its beginning. */
  withoutPrefix(path: string): string;
  /** The folders of a page's version and language, and the rest of its address, with its slash. */
  placeOf(path: string): { version: string; language: string; rest: string };
  /** The folder of the pages in the version and the language of one of them. */
  folderOf(path: string): string;
  /** The page, or the file of code, at an address with or without a slash at its end. */
  pageAt(site: Site, address: string): string | null;
}

export function createRoutes(settings: Settings, files: ReadonlySet<string>): RspressRoutes {
  const { docsRoot, languages, versions, endings } = settings;
  const prefix = docsRoot === "" ? "" : `${docsRoot}/`;
  // A folder stands for all in it.
  const excluded = settings.excluded.flatMap((one) => {
    const bare = one.replace(/^\.?\//, "").replace(/\/$/, "");
    return [matchGlob(bare), matchGlob(`${bare}/**`)];
  });
  const hasRoute = (path: string): boolean => {
    if (!path.startsWith(prefix) || !endings.includes(posix.extname(path))) return false;
    const below = path.slice(prefix.length);
    if (/^public\/|(?:^|\/)(?:node_modules|\.nx)\/|\.d\.ts$|(?:^|\/)\.eslintrc\.js$/.test(below))
      return false;
    if (settings.hidesParts && part.test(below)) return false;
    return !excluded.some((matches) => matches(below));
  };
  const split = (path: string): [version: string, language: string, rest: string] => {
    const parts = path.split("/").filter((one) => one !== "");
    const take = ({ names, main }: Part) =>
      main !== "" && names.includes(parts[0] ?? "") ? parts.shift()! : "";
    const [version, language] = [take(versions), take(languages)];
    return [version, language, parts.join("/")];
  };
  const routeOf = (path: string): string => {
    const bare = path.replace(pageExtension, "").replace(/\.html$/, "");
    const [version, language, rest] = split(/(?:^|\/)$/.test(bare) ? `${bare}index` : bare);
    const own = rest.replace(/(^|\/)index$/, "$1");
    const shown = [version === versions.main ? "" : version, language === languages.main ? "" : language];
    return `/${[...shown.filter((one) => one !== ""), own].join("/")}`;
  };
  /** Code is no page that the checks read; its addresses lead there all the same. */
  const code = new Map<string, string>();
  for (const path of files)
    if (hasRoute(path) && !/\.mdx?$/i.test(path)) code.set(routeOf(path.slice(prefix.length)), path);
  const below = (path: string): string => posix.relative(docsRoot, path);
  return {
    hasRoute,
    routeOf,
    addressesOf: ({ path }) => (hasRoute(path) ? [routeOf(below(path))] : []),
    addressFolder: ({ path }) => {
      const address = hasRoute(path) ? routeOf(below(path)) : "/";
      return address.slice(0, address.lastIndexOf("/") + 1);
    },
    withPrefix: (from, path) => {
      const [version, language] = split(below(from));
      const [ownVersion, ownLanguage, rest] = split(path);
      return posix.join("/", ownVersion || version, ownLanguage || language, rest || "/");
    },
    withoutPrefix: (path) => posix.join("/", split(path)[2]),
    placeOf: (path) => {
      const [version, language, rest] = split(below(path));
      return { version, language, rest: `/${rest.replace(pageExtension, "").replace(/(^|\/)index$/, "$1")}` };
    },
    folderOf: (path) => {
      const [version, language] = split(below(path));
      return posix.join(docsRoot, version, language);
    },
    pageAt: (site, address) => {
      const other = address.endsWith("/") ? address.slice(0, -1) : `${address}/`;
      for (const one of [address, other]) {
        if (one === "") continue;
        const found = lookUpAddress(site, one) ?? code.get(one);
        if (found !== undefined) return found;
      }
      return null;
    },
  };
}
