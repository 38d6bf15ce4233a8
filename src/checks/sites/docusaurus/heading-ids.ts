import { createSlugger } from "../../../markdown/slug-heading.ts";
import type { HeadingIds } from "../../model/site.ts";

/**
 * GitHub's slugs; the theme gives no id to a heading of the first level, which still counts as a duplicate.
 */
export const docusaurusHeadingIds: HeadingIds = (headings) => {
  const slug = createSlugger("github");
  const ids = headings.map(({ level, explicitId, text }) => ({ level, id: explicitId ?? slug(text) }));
  return ids.filter(({ level }) => level > 1).map(({ id }) => id);
};
