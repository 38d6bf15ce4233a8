import GithubSlugger, { slug } from "github-slugger";
import type { PageFacts } from "../model/page-facts.ts";

/**
 * Returns the ids of a page's headings on code hosts if those in HTML are counted as well. Whether the spaces
 * around the text of one in HTML count is not certain: it has all of these ids.
 */
export function idsWithHtml(
  headings: readonly { text: string; start: number }[],
  htmlHeadings: PageFacts["htmlHeadings"],
): string[] {
  const inOrder = [...headings, ...htmlHeadings].sort((a, b) => a.start - b.start);
  const slugger = new GithubSlugger();
  const ids = inOrder.flatMap(({ text }) => (text === null ? [] : [slugger.slug(text.trim())]));
  return [...ids, ...htmlHeadings.flatMap(({ text }) => (text === null ? [] : idsOfOne(text)))];
}

function idsOfOne(text: string): string[] {
  const joined = text.replace(/\s+/g, " ");
  return [text, text.replace(/\n/g, ""), joined, joined.trim()].map((one) => slug(one));
}
