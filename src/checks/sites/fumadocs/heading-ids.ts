import GithubSlugger from "github-slugger";
import { plainHeadingText } from "../../../markdown/plain-heading-text.ts";
import type { HeadingIds, Site } from "../../model/site.ts";
import { anchorsOf } from "../../pages/page-anchors.ts";

const ownId = /\[#([^[\]]+)\]$/;
/** The heading stands in the table of contents alone. */
const contentsOnly = /\[toc\]$/;

/** GitHub's slugs of all headings; `[#id]` after a heading sets its id, if the site reads it. */
export function createHeadingIds({ readsMarks }: { readsMarks: boolean }): HeadingIds {
  return (headings, page) => {
    const slugger = new GithubSlugger();
    return headings.flatMap(({ source }) => {
      const written = source.trim();
      const own = readsMarks ? ownId.exec(written)?.[1] : undefined;
      const id = own ?? slugger.slug(readText(written, /\.mdx$/.test(page)));
      return contentsOnly.test(written) ? [] : [id];
    });
  };
}

/**
 * Whether a heading with the same text, of the page or of what it includes, may stand before the one
 * meant.
 */
export function hasLaterId(site: Site, page: string, name: string): boolean {
  const first = /^(.+)-\d+$/.exec(name)?.[1];
  const includes = site.pages.get(page)?.links.some(({ kind }) => kind === "tag-include") === true;
  return first !== undefined && includes && anchorsOf(site, page).has(first);
}

/** Ignores pictures; tags in pages of Markdown count as text. */
function readText(source: string, mdx: boolean): string {
  const bare = source.replace(/!\[[^[\]]*\]\([^()]*\)/g, "");
  const shown = mdx ? bare : bare.replace(/<(?=[A-Za-z/])/g, "\\<");
  return plainHeadingText(shown, { mdx, isWhole: true }).text;
}
