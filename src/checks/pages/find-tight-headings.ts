import type { Heading, PageScan } from "../../markdown/page-scan.ts";
import { findLineStarts, lineIndexAt } from "../../markdown/page-state.ts";
import { createRangeTest } from "../../markdown/ranges.ts";
import { findElements } from "./find-elements.ts";

/** A quote or an item of a list may begin with one. */
const tight = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}\.)[ \t])[ \t]*)?(#{1,6})(?![# \t\r])(.{1,1000})/gm;
const noText = /^(?:front-matter|code-block|comment|html-tag)$/;

/**
 * Returns the lines that are headings to Python-Markdown only: without a space behind their marks (`##A`),
 * or with one that does not break lines.
 */
export function findTightHeadings(text: string, { spans }: PageScan): Heading[] {
  const lines = [...text.matchAll(tight)];
  if (lines.length === 0) return [];
  const isElse = createRangeTest(spans.filter(({ kind }) => noText.test(kind)));
  const isInElement = createRangeTest(findElements(text, { spans }));
  const lineStarts = findLineStarts(text);
  return lines.flatMap(({ 0: whole, 1: marks = "", 2: source = "", index }) => {
    const start = index + whole.length - source.length - marks.length;
    if (isElse(start) || isInElement(start)) return [];
    const line = lineIndexAt(lineStarts, start) + 1;
    return [{ level: marks.length, text: "", slug: "", explicitId: null, source, start, line }];
  });
}
