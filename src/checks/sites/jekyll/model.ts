export interface DefaultPermalink {
  /** Beginning of a path below the source folder. */
  path: string;
  /** `posts`, `pages` or a collection; null: all of them. */
  type: string | null;
  template: string;
}

/** What `_config.yml` and the plugins say of addresses. */
export interface JekyllModel {
  /** Source folder, "" or with a trailing `/`. */
  root: string;
  basePath: string;
  /** From Jekyll 4 on `{% link %}` has the base already, and has it twice behind `{{ site.baseurl }}`. */
  doublesBase: boolean;
  /** As `_config.yml` has it: a style's name or a template. */
  permalink: string;
  defaults: readonly DefaultPermalink[];
  /** Collections whose documents are pages, by name, with their templates. */
  collections: ReadonlyMap<string, string>;
  isExcluded(path: string): boolean;
  /** Whether a file has one of the site's extensions of Markdown. */
  isMarkdown(path: string): boolean;
  /** Whether a file or folder is read although its name begins like one that is left out (`_pages`). */
  isIncluded(path: string): boolean;
  /** Set if links between files are rewritten, in pages and, with `inCollections`, in documents. */
  relativeLinks: { inCollections: boolean } | null;
  /** Whether files without front matter are pages. */
  needsNoFrontMatter: boolean;
  /** Whether a README without front matter stands for its folder. */
  hasReadmeIndex: boolean;
  /** Whether one with front matter does. */
  readsReadmes: boolean;
  hasRedirects: boolean;
  /** Whether it is up to a layout of the site where addresses in `redirect_from` lead. */
  hasOwnRedirects: boolean;
  /** In which posts have their days. */
  timezone: string | null;
  /** Addresses that pages in HTML set themselves. */
  ownAddresses: ReadonlySet<string>;
  /** Below `_includes/`. */
  includesWithoutIds: ReadonlySet<string>;
  /** Addresses of documents of collections in other formats than Markdown, without `/` at the end. */
  documents: ReadonlySet<string>;
  /** Whether an unknown plugin may add pages. */
  hasOthers: boolean;
}
