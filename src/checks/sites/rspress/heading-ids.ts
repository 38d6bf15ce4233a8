import { plainHeadingText } from "../../../markdown/plain-heading-text.ts";
import { createSlugger, slugHeading } from "../../../markdown/slug-heading.ts";
import type { HeadingIds } from "../../model/site.ts";

/** GitHub's slugs; in MDX, what elements hold does not count. A page without a heading has its title's. */
export const rspressHeadingIds: HeadingIds = (headings, page, facts) => {
  const slug = createSlugger("github");
  const mdx = page.endsWith(".mdx");
  const ids = headings.map(({ explicitId, source, text }) => {
    const own = splitMark(source).id ?? explicitId;
    if (own) return own;
    const bare = mdx && source.includes("</") ? withoutElements(source) : null;
    return slug((bare === null ? text : plainHeadingText(bare, { mdx }).text).trim());
  });
  const { title } = facts.fields;
  if (typeof title !== "string" || headings.some(({ level }) => level === 1)) return ids;
  return [...ids, slugHeading(splitMark(title).text.trim(), "github")];
};

/** An id (`{#id}`) may have any characters, and its brace be escaped; it counts for no other heading. */
function splitMark(source: string): { text: string; id: string | null } {
  const start = source.indexOf("{#");
  const end = source.lastIndexOf("}");
  if (start < 0 || end < start) return { text: source, id: null };
  return { text: source.slice(0, start).replace(/\\$/, ""), id: source.slice(start + 2, end) };
}

function withoutElements(source: string): string {
  let left = source;
  for (;;) {
    const close = /<\/([A-Za-z][\w.]{0,80})>/.exec(left);
    const open = close === null ? -1 : left.lastIndexOf(`<${close[1]}`, close.index);
    if (close === null || open < 0) return left;
    left = left.slice(0, open) + left.slice(close.index + close[0].length);
  }
}
