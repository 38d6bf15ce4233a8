import type { PageScan } from "./page-scan.ts";

const openingLine = /^(\ufeff?)(---|\+\+\+)([A-Za-z]*)[ \t]*\r?\n/;
/** Hugo reads a first key beside the mark as well. */
const besideMark = /^(\ufeff?)(\+\+\+)()[ \t]+(?=[\w-]+[ \t]*=)/;
/** Astro and Hugo also find it below blank lines; a thematic break has no key below it. */
const belowBlankLines = /^(\ufeff?[\r\n]+)(---(?=\r?\n[A-Za-z_][\w-]*:)|\+\+\+)()\r?\n/;

/** Most generators look for the mark alone, so that a longer line closes too; it could be nothing in YAML. */
const furtherMarks = /^-*\s*$/;

/**
 * Returns the front matter at the top of a page, or null. It ends with the closing line, without its line
 * break.
 */
export function scanFrontMatter(text: string): PageScan["frontMatter"] {
  const top = text.slice(0, 100);
  const open = openingLine.exec(top) ?? belowBlankLines.exec(top) ?? besideMark.exec(top);
  if (open === null) return null;
  const mark = open[2]!;
  const contentStart = open[0].length;
  let line = contentStart;
  while (line <= text.length) {
    const lineBreak = text.indexOf("\n", line);
    const end = lineBreak < 0 ? text.length : lineBreak;
    if (text.startsWith(mark, line) && end - line < 100 && furtherMarks.test(text.slice(line + 3, end))) {
      const close = text.charCodeAt(end - 1) === 0x0d ? end - 1 : end;
      return {
        start: open[1]!.length,
        end: close,
        contentStart,
        contentEnd: line,
        language: open[3] !== "" ? open[3]!.toLowerCase() : mark === "+++" ? "toml" : "yaml",
      };
    }
    if (lineBreak < 0) return null;
    line = lineBreak + 1;
  }
  return null;
}
