/** The extensions that code hosts and generators take for Markdown; each generator builds some of them. */
export const pageExtension = /\.(?:mdx?|markdown|mdown|mdwn|mkdn?|mkdown)$/i;

/** The extensions that are tried for a page that is named without one, or with another one. */
export const likelyExtensions = [".md", ".mdx", ".markdown"];

/** Matches all files with such an extension. */
export const pagesGlob = "**/*.{md,mdx,markdown,mdown,mdwn,mkd,mkdn,mkdown}";

/** What the address of a page may end with: the extension of its file, or `.html`. */
export const addressExtension = /\.(?:mdx?|markdown|mdown|mdwn|mkdn?|mkdown|html?)$/i;

export function isPagePath(path: string): boolean {
  return pageExtension.test(path);
}
