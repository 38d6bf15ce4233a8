import type { Span } from "./page-scan.ts";

interface Range {
  start: number;
  end: number;
}

/** Syntax that only TeX has: a command, or braces after `_` and `^`. */
const tex = /\\[a-zA-Z]|[_^]\{/;
const formulaStart = /^[\s>]*\$/;
const blankLine = /\n[ \t]*\r?\n/;

/**
 * Finds TeX formulas between dollars, where braces are not JavaScript; single dollars match within a
 * paragraph. Dollars in code, and those behind a backslash, are none of them.
 */
export function findMath(page: string, spans: readonly Span[]): Range[] {
  if (!page.includes("$")) return [];
  const text = hideDollars(page, spans);
  const found: Range[] = [];
  for (let start = text.indexOf("$"); start >= 0; ) {
    const mark = text.startsWith("$$", start) ? "$$" : "$";
    const close = text.indexOf(mark, start + mark.length);
    if (close < 0 && mark === "$") break;
    const words = close < 0 ? "" : text.slice(start, close);
    const isFormula = tex.test(words) && (mark === "$$" || !blankLine.test(words));
    const end = close + mark.length;
    if (isFormula) found.push({ start, end });
    start = isFormula ? text.indexOf("$", end) : close < 0 ? text.indexOf("$", start + 2) : close;
  }
  return found;
}

/** Keeps every place. Blocks of formulas count as code. */
function hideDollars(page: string, spans: readonly Span[]): string {
  let text = "";
  let at = 0;
  for (const { kind, start, end } of spans) {
    if ((kind !== "inline-code" && kind !== "code-block") || formulaStart.test(page.slice(start, start + 20)))
      continue;
    text += page.slice(at, start) + page.slice(start, end).replaceAll("$", " ");
    at = end;
  }
  return (text + page.slice(at)).replace(/\\[\\$]/g, (two) => (two === "\\$" ? "  " : two));
}
