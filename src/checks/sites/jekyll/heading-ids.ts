import { headingLengthMax, plainHeadingText, textWithList } from "../../../markdown/plain-heading-text.ts";
import type { PageFacts } from "../../model/page-facts.ts";
import type { HeadingIds } from "../../model/site.ts";

/** Returns the ids of kramdown with GitHub's Markdown: duplicates get `-1`, `-2` and so on. */
export const jekyllHeadingIds: HeadingIds = (all) => {
  const used = new Map<string, number>();
  const headings = all.filter(({ isInElement }) => isInElement !== true);
  return headings.map(({ source, explicitId, idBeside, isClosed }) => {
    if (idBeside !== undefined) return idBeside;
    // Any other list of attributes behind the text is text, and so is one with `#` behind it.
    if (isClosed !== true && explicitId !== null && source.trimEnd().endsWith(`{#${explicitId}}`))
      return explicitId;
    const base = slugLikeKramdown(textWithList(rawText(source), source));
    const count = used.get(base) ?? 0;
    used.set(base, count + 1);
    return count === 0 ? base : `${base}-${count}`;
  });
};

const picture = /!\[[^[\]]*\]\([^()\s]*(?:[ \t]+"[^"]*")?\)(?:\{:[^{}]*\})?/g;

/** Pictures and tags have no text, and the space beside them stays. */
function rawText(source: string): string {
  const short = source.slice(0, headingLengthMax).trim().replace(picture, "");
  const { text } = plainHeadingText(short, { mdx: false, typeset: dropDashes });
  const before = /^(?:<[^<>]*>)*[ \t]/.test(short) ? " " : "";
  const after = /[ \t](?:<[^<>]*>)*$/.test(short) ? " " : "";
  return before + text + after;
}

/** Within HTML (`markdown="1"`) kramdown makes ids by older rules; Liquid in a heading brings text. */
export function hasJekyllIds({ idTags, headings }: PageFacts): boolean {
  return (
    idTags.includes("markdown") ||
    headings.some(({ source, idBeside }) => idBeside === undefined && liquid.test(source))
  );
}

const liquid = /\{\{|\{%(?!-?[ \t]*(?:end)?raw\b)/;

/** Dashes that kramdown joins into one sign are dropped like all other signs. */
function dropDashes(text: string): string {
  return text.replace(/(?<!-)-{2,3}(?!-)/g, "");
}

function slugLikeKramdown(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{Nd}\p{Pc}\- \t]/gu, "")
    .replace(/[ \t]/g, "-");
}
