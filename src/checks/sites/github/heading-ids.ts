import GithubSlugger from "github-slugger";
import { textWithList } from "../../../markdown/plain-heading-text.ts";
import type { PageFacts } from "../../model/page-facts.ts";
import type { HeadingIds } from "../../model/site.ts";

/**
 * Makes ids of the visible text: a picture counts for nothing, but the space next to it counts; no mark sets
 * another id.
 */
export const githubIds: HeadingIds = (headings) => {
  const slugger = new GithubSlugger();
  return headings.map(({ text, source }) => {
    const shown = withoutPictures(textWithList(text, source));
    return slugger.slug(`${leadingSpace(source)}${shown}`);
  });
};

/** `![mark] Title` begins with a space once the picture is removed. */
function leadingSpace(source: string): string {
  return /^!\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])?[ \t]/.test(source.trim()) ? " " : "";
}

/** Removes pictures by reference, which are text without a definition on the page. */
function withoutPictures(text: string): string {
  return text.replace(/!\[[^[\]]*\](?:\[[^[\]]*\])?[ \t]*/g, "");
}

/** Headings in HTML get ids as well. */
export function hasHtmlHeadings({ idTags }: PageFacts): boolean {
  return idTags.some((tag) => /^h[1-6]$/.test(tag));
}
