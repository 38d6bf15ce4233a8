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
  return headings.map(({ source, explicitId }) => {
    const typeset = isTypeset ? dropDashes : undefined;
    const base = explicitId ?? slugLikeMdbook(plainHeadingText(source, { mdx: false, typeset }).text);
    let id = base;
    for (let count = 1; explicitId === null && used.has(id); count += 1) id = `${base}-${count}`;
    used.add(id);
    return id;
  });
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
