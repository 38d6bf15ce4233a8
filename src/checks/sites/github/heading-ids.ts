import GithubSlugger from "github-slugger";
import { textWithList } from "../../../markdown/plain-heading-text.ts";
import type { PageFacts } from "../../model/page-facts.ts";
import type { HeadingIds } from "../../model/site.ts";
import { idsWithHtml } from "../../pages/html-heading-ids.ts";

/**
 * Makes ids of the visible text: a picture counts for nothing, but the space next to it counts; no mark sets
 * another id.
 */
export const githubIds: HeadingIds = (headings, _, { htmlHeadings }) => {
  const slugger = new GithubSlugger();
  const shown = headings.map(({ text, source, start }) => ({
    ...{ start, text: `${leadingSpace(source)}${withoutPictures(textWithList(text, source))}` },
  }));
  const ids = shown.map(({ text }) => slugger.slug(text));
  return htmlHeadings.length === 0 ? ids : [...ids, ...idsWithHtml(shown, htmlHeadings)];
};

/** `![mark] Title` begins with a space once the picture is removed. */
function leadingSpace(source: string): string {
  return /^!\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])?[ \t]/.test(source.trim()) ? " " : "";
}

/** Removes pictures by reference, which are text without a definition on the page. */
function withoutPictures(text: string): string {
  return text.replace(/!\[[^[\]]*\](?:\[[^[\]]*\])?[ \t]*/g, "");
}

/** Headings in HTML get ids as well; of some the text is not certain. */
export function hasHtmlHeadings({ htmlHeadings }: PageFacts): boolean {
  return htmlHeadings.some(({ text }) => text === null);
}
