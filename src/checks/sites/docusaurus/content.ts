/** One version of one docs plugin: a folder of pages and the address below which they are. */
export interface DocsVersion {
  folder: string;
  /** With `/` at its start, without one at its end. */
  route: string;
  /** Null: the site has no versions. */
  version: string | null;
  /** Whether a file is a page, by its path below the folder. */
  isPublished(below: string): boolean;
}

export type Blog = Omit<DocsVersion, "version">;

export interface DocusaurusSite {
  /** The folder of `docusaurus.config.*`. */
  root: string;
  /** Null: computed. */
  base: string | null;
  endsWithSlash: boolean | null;
  docs: DocsVersion[];
  blogs: Blog[];
  pages: { folder: string } | null;
  /** The keys of addresses at which categories list their pages. */
  listed: ReadonlySet<string>;
  /** Whether plugins that are not read may publish further addresses. */
  hasOthers: boolean;
  /** Whether a plugin of the site's own may give links other targets than they have in the files. */
  writesTargets: boolean;
}
