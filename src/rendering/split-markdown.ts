import { endOfFence, fenceOf, type Line } from "./page-lines.ts";

/** HTML blocks that may contain empty lines, and what ends them. */
const longHtml: readonly [begin: RegExp, end: RegExp][] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![a-z]/i, />/],
];

/**
 * Splits lines where Markdown starts a new block in any case: at a heading or paragraph without indentation
 * after an empty line. Parsing in parts keeps the time per line constant, and unchanged parts need not be
 * parsed twice.
 */
export function splitMarkdown(lines: readonly Line[]): (readonly Line[])[] {
  const parts: (readonly Line[])[] = [];
  let start = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const { text } = lines[at]!;
    if (at > start && lines[at - 1]!.text.trim() === "" && beginsBlock(text)) {
      parts.push(lines.slice(start, at));
      start = at;
    }
    const fence = fenceOf(text);
    at = fence === null ? endOfLongHtml(lines, at) : endOfFence(lines, at, fence.mark);
  }
  if (start < lines.length) parts.push(lines.slice(start));
  return parts;
}

/** False for text that may continue a list, a quotation or a table. */
function beginsBlock(text: string): boolean {
  return /^[^\s\-*+0-9>:|<`~$[]/.test(text);
}

/** Returns the index of the last line of the HTML that begins here; this line if there is none. */
function endOfLongHtml(lines: readonly Line[], at: number): number {
  const { text } = lines[at]!;
  if (!/^ {0,3}</.test(text)) return at;
  const found = longHtml.find(([begin]) => begin.test(text.slice(0, 40)));
  if (found === undefined) return at;
  for (let index = at; index < lines.length; index += 1) {
    const rest = index === at ? text.trimStart().slice(2) : lines[index]!.text;
    if (found[1].test(rest)) return index;
  }
  return lines.length;
}
