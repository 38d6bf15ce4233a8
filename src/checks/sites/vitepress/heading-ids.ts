import { plainHeadingText } from "../../../markdown/plain-heading-text.ts";
import { readAttributes } from "../../../markdown/read-attributes.ts";
import { numberSlugs, slugHeading } from "../../../markdown/slug-heading.ts";
import type { HeadingIds } from "../../model/site.ts";
import { withoutEmoji } from "../shared/without-emoji.ts";
import type { HeadingSettings } from "./heading-settings.ts";

const ownMarks = { left: "{", right: "}" };

/** Follows markdown-it-anchor with the site's slugify, or VitePress' own, which ignores emoji. */
export function vitepressHeadingIds({ slug, marks }: HeadingSettings): HeadingIds {
  const isOwn = slug === null && marks?.left === ownMarks.left && marks.right === ownMarks.right;
  return (headings) => {
    const numbered = numberSlugs(slug ?? ((text) => slugHeading(text, "vitepress")));
    return headings.map(({ explicitId, source, text }) => {
      const isComment = /\{\/\*[^{}]*\}\s*$/.test(source);
      if (isOwn) return isComment || explicitId === null ? numbered(withoutEmoji(text, source)) : explicitId;
      const marked = marks === null ? null : splitMark(source.trimEnd(), marks);
      return marked?.id ?? numbered(withoutEmoji(wholeText(marked?.before ?? source), source));
    });
  };
}

/** Returns the list of attributes behind a heading; null if there is none. */
function splitMark(
  source: string,
  { left, right }: { left: string; right: string },
): { before: string; id: string | null } | null {
  const opening = source.endsWith(right) ? source.lastIndexOf(left) : -1;
  const list = opening < 0 ? null : readAttributes(source.slice(opening + left.length, -right.length));
  if (list === null) return null;
  return { before: source.slice(0, opening), id: list.ids[0] ?? null };
}

/** Returns the text with the spaces that an element at its end leaves there, and with all braces. */
function wholeText(source: string): string {
  return plainHeadingText(`|${source.trim()}|`, { mdx: false }).text.slice(1, -1);
}
