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
    const bare = dropDirectives(source);
    const isPlain = bare === source && !/[<{!]/.test(source);
    const shown = isPlain ? text : plainHeadingText(bare, { mdx: true, isWhole: true }).text;
    return { level, id: explicitId ?? slug(shown) };
  });
  return ids.filter(({ level }) => level > 1).map(({ id }) => id);
};

/** A directive without a label, or code, in which there is none. */
const directive = /`[^`]*`|(?<!:):[A-Za-z](?:[\w-]*[A-Za-z0-9])?(?![\w:[{-])/g;

/** `3:Then` has the directive `:Then`, which stays in the text that is shown and is missing in the id. */
function dropDirectives(source: string): string {
  if (!source.includes(":") || /\]\(|[<\\]/.test(source)) return source;
  return source.replace(directive, (found) => (found.startsWith("`") ? found : ""));
}
