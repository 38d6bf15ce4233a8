import type { Redirect, RedirectHome } from "../../model/redirect-table.ts";
import type { Settings } from "../shared/read-settings.ts";

/** What the files beside posts and docs say of lists, by their names in lower case; null if not read. */
export interface ListFiles {
  tags: Settings | null;
  authors: Settings | null;
}

/** One version of a docs plugin: a folder of pages and the address below which they are published. */
export interface DocsVersion {
  folder: string;
  /** With a leading and without a trailing `/`. */
  route: string;
  /** Id of the plugin, which links only its own pages by their files. */
  plugin: string;
  /** Null if the site has no versions. */
  version: string | null;
  /** Whether numbers before names are parts of the names, and not their order. */
  keepsNumbers: boolean;
  /** Null if lists of tags and authors may be elsewhere, or be made of other files. */
  listFiles: ListFiles | null;
  /** Whether a file, by its path below the folder, is a page. */
  isPublished(below: string): boolean;
}

export type Blog = Omit<DocsVersion, "version" | "keepsNumbers">;

/** A folder of pages in Markdown and JavaScript. */
export type PagesFolder = Pick<DocsVersion, "folder" | "route" | "plugin" | "isPublished">;

export interface DocusaurusSite {
  /** Folder of `docusaurus.config.*`. */
  root: string;
  /** Null if computed. */
  base: string | null;
  /** Language → base of its build, for those that the configuration writes out. */
  languages: ReadonlyMap<string, string>;
  endsWithSlash: boolean | null;
  docs: DocsVersion[];
  blogs: Blog[];
  pages: PagesFolder[];
  /** Whether a page may keep the address of its file beside its slug, which Docusaurus reads from 3.8 on. */
  keepsFileAddresses?: boolean;
  /** Whether `a.md` is looked for beside the page first, as from 3.9 on, or last; null if either may be. */
  looksBesideFirst?: boolean | null;
  /** Whether `../a.md` is looked for in the other folders as well, if it is not beside the page. */
  looksEverywhere?: boolean;
  /**
   * Keys of the addresses at which categories list their pages, each with the folder without whose pages
   * there is no list, or null.
   */
  listed: ReadonlyMap<string, string | null>;
  /** Whether categories may list their pages elsewhere as well. */
  mayListElsewhere: boolean;
  /** Whether plugins that are not read may publish further addresses. */
  hasOthers: boolean;
  /** Addresses that the options of such plugins name. */
  otherRoutes: string[];
  /** Those of `plugin-client-redirects`: pages of their own, to which no link of the site should lead. */
  redirects: Redirect[];
  redirectHome: RedirectHome | null;
  /** Of an address, those from which `createRedirects` leads to it; null if that is not read. */
  makeOldAddresses?: ((address: string) => string[]) | null | undefined;
  /** Whether a plugin of the site's own may give links other targets than the files show. */
  writesTargets: boolean;
}
