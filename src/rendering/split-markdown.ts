import { endOfFence, fenceOf, type Line } from "./page-lines.ts";

/** HTML that goes on over empty lines, and what ends it. */
const longHtml: readonly [begin: RegExp, end: RegExp][] = [
  [/^ {0,3}<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^ {0,3}<!--/, /-->/],
  [/^ {0,3}<\?/, /\?>/],
  [/^ {0,3}<!\[CDATA\[/, /\]\]>/],
  [/^ {0,3}<![a-z]/i, />/],
];

/**
 * Cuts lines where Markdown begins a block in any case: at a heading or a paragraph that follows an empty
 * line and is not indented. Reading the parts takes the same time for each line however long the page is, and
 * a part that was not changed need not be read twice.
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

/** Not what may go on with a list, a quotation or a table. */
function beginsBlock(text: string): boolean {
  return /^[^\s\-*+0-9>:|<`~$[]/.test(text);
}

/** Index of the last line of the HTML that begins here; this line where none does. */
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
