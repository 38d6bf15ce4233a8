import { headingLengthMax, plainHeadingText, textWithList } from "../../../markdown/plain-heading-text.ts";
import { readAttributes } from "../../../markdown/read-attributes.ts";

/** What extensions of Markdown show of a heading. */
export interface HeadingMarks {
  hasNotes: boolean;
  /** `:name:` becomes a picture, which has no part in the id. */
  hasEmoji: boolean;
  /** `{#id .class}` are attributes. */
  hasAttributes: boolean;
  /** A backslash stands in front of any sign, not of marks alone. */
  escapesAll: boolean;
}

interface TocHeading {
  text: string;
  id: string | null;
  /** Ids of what is in the heading. */
  inside: string[];
}

const note = /\[\^[^[\]]+\]/g;
/** `<a, b>` is a tag to Python-Markdown only. */
const looseTag = /<\/?[a-zA-Z][^<>@: ]*(?: [^<>]*)?>/g;
const emoji = /:[a-z\d][\w+-]{0,80}:/g;
const autolink = /<((?:https?|ftp):[^<>\s`]+)>/g;
/** At most 1,000 characters; with brackets and parentheses inside one deep. */
const picture =
  /!\[(?:[^[\]]|\[[^[\]]*\])*\](?:\((?:[^()\s]|\([^()\s]*\))*(?:[ \t]+(?:"[^"]*"|'[^']*'))?[ \t]?\)|\[[^[\]]*\])/g;
/** Attributes right behind a link, a picture, code or emphasis, or behind the sign that may end an emoji. */
const innerList = /(?<=[)\]*_`:])\{(:?[ ]?[^{}\n]{1,200})\}/g;
const endsEmoji = /:[a-z\d][\w+-]{0,80}:$/;
const emojiLengthMax = 83;

/** Reads from a heading's source what the extension `toc` takes from its HTML. */
export function readTocHeading(whole: string, marks: HeadingMarks): TocHeading {
  const source = whole.slice(0, headingLengthMax).trim();
  if (!/[<![{:&\\*_`~]/.test(source)) return { text: joinSpaces(source), id: null, inside: [] };
  const { bare, id } = marks.hasAttributes ? cutList(source) : { bare: source, id: null };
  const inside: string[] = [];
  const listed = marks.hasAttributes
    ? bare.replace(innerList, (all, list: string, at: number) => {
        const before = bare.slice(Math.max(at - emojiLengthMax, 0), at);
        if (before.endsWith(":") && !(marks.hasEmoji && endsEmoji.test(before))) return all;
        const read = readAttributes(list.replace(/^:/, "").trim());
        if (read?.isMarked !== true) return all;
        inside.push(...read.ids);
        return "";
      })
    : bare;
  const escaped = marks.escapesAll ? /\\(.)/g : /\\([\\`*_{}[\]()>#+.!-])/g;
  const pieces = splitCode(listed).map((piece, index) =>
    index % 2 === 0 ? plainPiece(piece, marks) : piece,
  );
  const shown = pieces.join("");
  const text = textWithList(plainHeadingText(shown, { mdx: false }).text, shown);
  return { text: joinSpaces(text), id: id?.replace(escaped, "$1") ?? null, inside };
}

/** Only a list behind a space is one of the heading. */
function cutList(source: string): { bare: string; id: string | null } {
  const opening = source.endsWith("}") ? source.lastIndexOf("{") : -1;
  const list =
    opening > 0
      ? readAttributes(
          source
            .slice(opening + 1, -1)
            .replace(/^:/, "")
            .trim(),
        )
      : null;
  if (list === null || source[opening - 1] !== " ") return { bare: source, id: null };
  return { bare: source.slice(0, opening).trimEnd(), id: list.ids.at(-1) ?? null };
}

/** Returns text and code in turns. */
function splitCode(source: string): string[] {
  // At most 1,000 characters.
  return source.split(/(?<!`)(`+[^`]+`+|``+)/);
}

function plainPiece(piece: string, { hasNotes, hasEmoji }: HeadingMarks): string {
  const shown = piece.replace(picture, "").replace(autolink, "`$1`").replace(looseTag, "");
  const bare = hasNotes ? shown.replace(note, "") : shown;
  return hasEmoji ? bare.replace(emoji, "") : bare;
}

function joinSpaces(text: string): string {
  return text.split(/\s+/).join(" ");
}
