/** The endings that code hosts and site generators take for Markdown. Each generator builds some of them. */
export const pageEnding = /\.(?:mdx?|markdown|mdown|mdwn|mkdn?|mkdown)$/i;

/** The endings that are tried for a page that is named without one, or with another one. */
export const likelyEndings = [".md", ".mdx", ".markdown"];

/** All files with such an ending. */
export const pagesGlob = "**/*.{md,mdx,markdown,mdown,mdwn,mkd,mkdn,mkdown}";

/** What the addresses of pages may end with: the ending of a page, or `.html`. */
export const addressEnding = /\.(?:mdx?|markdown|mdown|mdwn|mkdn?|mkdown|html?)$/i;

export function isPagePath(path: string): boolean {
  return pageEnding.test(path);
}
