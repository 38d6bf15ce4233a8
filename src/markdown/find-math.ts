interface Range {
  start: number;
  end: number;
}

/** Syntax that only TeX has: a command, or braces after `_` and `^`. */
const tex = /\\[a-zA-Z]|[_^]\{/;
const blankLine = /\n[ \t]*\r?\n/;

/**
 * Finds TeX formulas between dollars, where braces are not JavaScript; single dollars match within a
 * paragraph.
 */
export function findMath(text: string): Range[] {
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
