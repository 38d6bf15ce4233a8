import { posix } from "node:path";

/** Settings of Hugo's configuration that affect addresses. Paths are those of the repository. */
export interface HugoModel {
  root: string;
  /** Sources of pages; the longest source of a file counts. */
  content: ContentMount[];
  /** Single pages that are shown at a further place. */
  pages: ContentMount[];
  statics: StaticMount[];
  basePath: string;
  host: string | null;
  languages: string[];
  defaultLanguage: string;
  /** Those that the site does not build. */
  disabledLanguages: string[];
  isDefaultInSubdir: boolean;
  uglyUrls: boolean | readonly string[];
  /** Patterns by the kind of page and its section. */
  permalinks: { page: Readonly<Record<string, string>>; section: Readonly<Record<string, string>> };
  /** Address folders of taxonomies; empty if they are switched off. */
  taxonomies: string[];
  /** Whether the configuration keeps the pages of a place as parts of others. */
  isUnrendered(place: string): boolean;
  /** How links in Markdown are made: plainly, by Hugo's own hook, or by one that is not read. */
  linkHook: RenderHook;
  /** Whether a hook for links may come from a theme or module that is not read. */
  hasForeignHook: boolean;
  /** The same for pictures. */
  imageHook: RenderHook;
  /** Whether files beside a page are published for each language. */
  copiesResources: boolean;
  keepsCase: boolean;
  hasAliases: boolean;
  /** True if a theme or module outside the repository may add pages and files. */
  hasForeignFiles: boolean;
  /** Whether a folder of pages is not in the repository, as that of a submodule. */
  hasForeignContent: boolean;
  /** Whether all themes are known to keep the ids that Hugo gives to headings. */
  hasKnownTheme: boolean;
  /** Folders of themes that lie in the repository and are not used. */
  unusedThemes: readonly string[];
  /** How ids are made of the words of headings; "none" if only those written out count. */
  headingIds: "github" | "github-ascii" | "blackfriday" | "none";
  /** Whether `{#id}` after a heading is its id, and no part of its text. */
  readsAttributes: boolean;
  /** Which of `--` and `---` become dashes in text. */
  typesetDashes: readonly string[];
  /** Whether HTML in Markdown is left out of the built page, as Hugo does by itself. */
  dropsHtml: boolean;
  /** Whether `{#id}` after a paragraph or list is its id. */
  readsBlockIds: boolean;
  /** Whether the terms of definition lists get ids of their own. */
  termsHaveIds: boolean;
  /** Whether the configuration leaves out a file of the repository. Left out: none. */
  ignores?: ((path: string) => boolean) | undefined;
  /** Kinds of pages that Hugo otherwise leaves out. */
  builds: { drafts: boolean; future: boolean; expired: boolean };
}

export type RenderHook = "none" | "embedded" | "unknown";

export interface ContentMount {
  source: string;
  /** Below the content folder; "" for the folder itself. */
  target: string;
  language: string | null;
  /** Languages in which pages of it are shown where these have none of their own. */
  alsoIn: readonly string[];
  /** Whether a file below the source is taken in. Left out: all are. */
  takes?(below: string): boolean;
}

export interface StaticMount {
  source: string;
  /** Folder of the addresses; "" for the root. */
  target: string;
}

/** Returns the folder that a configuration file's paths are relative to; "" for the repository's root. */
export function rootOfHugo(path: string): string {
  const folder = posix.dirname(path).replace(/(?:^|\/)config\/_default$/, "");
  return folder === "." ? "" : folder;
}
