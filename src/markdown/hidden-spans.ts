import type { Span } from "./page-scan.ts";

const shownKey = /^(?:title|subtitle|description|summary|sidebarTitle|sidebar_label)\s?[:=]/;

/**
 * Returns the pieces of a page that are not prose; in front matter everything but the texts of titles and
 * descriptions.
 */
export function hiddenSpans(text: string, spans: readonly Span[]): Span[] {
  return spans.flatMap((span) => (span.kind === "front-matter" ? outsideOfTitles(text, span) : [span]));
}

function outsideOfTitles(text: string, { kind, end, start: first }: Span): Span[] {
  const lines: Span[] = [];
  for (let start = first; start < end; ) {
    const next = text.indexOf("\n", start);
    const lineEnd = next < 0 || next >= end ? end : next + 1;
    const key = shownKey.exec(text.slice(start, Math.min(lineEnd, start + 40)));
    lines.push({ kind, start, end: key === null ? lineEnd : start + key[0].length });
    start = lineEnd;
  }
  return lines;
}
