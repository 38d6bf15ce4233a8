import type { PageFacts } from "../../model/page-facts.ts";
import type { HeadingIds } from "../../model/site.ts";

/** What `github-slugid` leaves out: other signs stay, such as `（`, `、` and `–`. */
const signs =
  /[[\]!"'#$%&()*+,./:;<=>?@\\^_`{|}~\u00a9\u2211\u00ae\u2020\u201c\u201d\u2018\u2019\u2202\u0192\u2122\u2120\u2026\u0153\u0152\u02da\u00ba\u00aa\u2022\u2206\u221e\u2665]/g;

/** HonKit gives two headings with the same text the same id. */
export const honkitHeadingIds: HeadingIds = (headings) =>
  headings.map(({ text, explicitId }) => explicitId ?? slugLikeHonkit(text));

function slugLikeHonkit(text: string): string {
  return text.replace(signs, "").replaceAll(" ", "-").toLowerCase().replace(/^-/, "");
}

/** Templates in a heading bring text of their own. */
export function hasTemplateHeadings({ headings }: PageFacts): boolean {
  return headings.some(({ source }) => /\{[{%]/.test(source));
}
