import type { Heading, PageScan } from "../../markdown/page-scan.ts";
import { findLineStarts, lineIndexAt } from "../../markdown/page-state.ts";
import { createRangeTest } from "../../markdown/ranges.ts";
import { findElements } from "./find-elements.ts";

const tight = /^(#{1,6})(?![# \t\r])(.{1,1000})/gm;
const noText = /^(?:front-matter|code-block|comment|html-tag)$/;

/**
 * Returns the lines that are headings to Python-Markdown only: without a space behind their marks (`##A`),
 * or with one that does not break lines.
 */
export function findTightHeadings(text: string, { spans }: PageScan): Heading[] {
  if (!/^#{1,6}[^# \t\r\n]/m.test(text)) return [];
  const isElse = createRangeTest(spans.filter(({ kind }) => noText.test(kind)));
  const isInElement = createRangeTest(findElements(text, { spans }));
  const lineStarts = findLineStarts(text);
  return [...text.matchAll(tight)].flatMap(({ 1: marks = "", 2: source = "", index }) => {
    if (isElse(index) || isInElement(index)) return [];
    const line = lineIndexAt(lineStarts, index) + 1;
    return [{ level: marks.length, text: "", slug: "", explicitId: null, source, start: index, line }];
  });
}
