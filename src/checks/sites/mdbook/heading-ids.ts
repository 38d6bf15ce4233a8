import type { Heading } from "../../../markdown/page-scan.ts";
import { plainHeadingText } from "../../../markdown/plain-heading-text.ts";
import type { HeadingIds } from "../../model/site.ts";

/**
 * Returns mdBook's ids, with `-1` for the second of a name. If the book does not say whether `--` becomes a
 * dash (null), its version decides (it does from 0.5 on), and both ids count.
 */
export function mdbookHeadingIds(isTypeset: boolean | null): HeadingIds {
  const ways = isTypeset === null ? [true, false] : [isTypeset];
  return (headings) => ways.flatMap((way) => idsOf(headings, way));
}

function idsOf(headings: readonly Heading[], isTypeset: boolean): string[] {
  const used = new Set<string>();
  return headings.map((heading) => {
    const { text, id: named } = splitHeading(heading);
    // A later heading may take the same id from its text.
    if (named !== null) return named;
    const base = slugLikeMdbook(shownText(text, isTypeset));
    let id = base;
    for (let count = 1; used.has(id); count += 1) id = `${base}-${count}`;
    used.add(id);
    return id;
  });
}

/**
 * The words in the last braces may be any, and those of `#id` come before `id=`. With `#` behind the braces,
 * they are text; in front of them, `#` close the heading.
 */
function splitHeading({ source, isClosed }: Heading): { text: string; id: string | null } {
  const whole = source.trim();
  const opening = isClosed !== true && whole.endsWith("}") ? whole.lastIndexOf("{") : -1;
  const inside = whole.slice(opening + 1, -1);
  if (opening < 0 || /[}<>\\\r\n]/.test(inside)) return { text: whole, id: null };
  const words = inside.split(/[ \t]+/);
  const id = words.findLast((word) => /^#./.test(word))?.slice("#".length);
  const text = whole
    .slice(0, opening)
    .trim()
    .replace(/(?:^|[ \t])#{1,200}$/, "");
  return { text, id: id ?? words.findLast((word) => /^id(?:=|$)/.test(word))?.slice("id=".length) ?? null };
}

/** Braces are text, and no part of an id: any such sign does. In front of known names they are replaced. */
function shownText(line: string, isTypeset: boolean): string {
  const source = /\{\{\s*#(?:include|playground|playpen|rustdoc_include|title)\b/.test(line)
    ? line
    : line.replace(/[{}]/g, "|");
  return plainHeadingText(source, { mdx: false, ...(isTypeset && { typeset: dropDashes }) }).text;
}

function dropDashes(text: string): string {
  return text.replace(/-{2,}/g, "");
}

function slugLikeMdbook(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{Alphabetic}\p{N}_\s-]/gu, "")
    .replace(/\s/g, "-");
}
