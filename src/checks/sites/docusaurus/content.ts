/** One version of one docs plugin: a folder of pages and the address below which they are. */
export interface DocsVersion {
  folder: string;
  /** With `/` at its start, without one at its end. */
  route: string;
  /** Null: the site has no versions. */
  version: string | null;
}

export interface DocusaurusSite {
  /** The folder of `docusaurus.config.*`. */
  root: string;
  /** Null: computed. */
  base: string | null;
  endsWithSlash: boolean | null;
  docs: DocsVersion[];
  blogs: { folder: string; route: string }[];
  pages: { folder: string } | null;
  /** Whether plugins that are not read may publish further addresses. */
  hasOthers: boolean;
}
