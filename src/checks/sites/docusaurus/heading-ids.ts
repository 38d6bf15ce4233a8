import { plainHeadingText } from "../../../markdown/plain-heading-text.ts";
import { createSlugger } from "../../../markdown/slug-heading.ts";
import type { HeadingIds } from "../../model/site.ts";

/**
 * GitHub's slugs of all that a heading holds, also of its expressions and the spaces beside components; the
 * theme gives no id to a heading of the first level, which still counts as a duplicate.
 */
export const docusaurusHeadingIds: HeadingIds = (headings) => {
  const slug = createSlugger("github");
  const ids = headings.map(({ level, explicitId, source, text }) => {
    const shown = /[<{!]/.test(source) ? plainHeadingText(source, { mdx: true, isWhole: true }).text : text;
    return { level, id: explicitId ?? slug(shown) };
  });
  return ids.filter(({ level }) => level > 1).map(({ id }) => id);
};
