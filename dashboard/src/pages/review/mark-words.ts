import { markChanges, type TextPart } from "../../../../src/diff/mark-changes.ts";

/**
 * Marks the words that differ between two sides of a rendered block, without changing their elements; the
 * styles are in `global.css`. Returns a function that removes the marks. Browsers without highlights show
 * none.
 */
export function markWords(before: Element, after: Element): () => void {
  if (!("highlights" in CSS)) return () => undefined;
  const parts = markChanges(before.textContent, after.textContent);
  if (parts === null) return () => undefined;
  const unmark = [
    addMarks("copydesk-removed", toRanges(before, parts[0])),
    addMarks("copydesk-added", toRanges(after, parts[1])),
  ];
  return () => {
    for (const each of unmark) each();
  };
}

function addMarks(name: string, ranges: readonly Range[]): () => void {
  const marks = CSS.highlights.get(name) ?? new Highlight();
  CSS.highlights.set(name, marks);
  for (const range of ranges) marks.add(range);
  return () => {
    for (const range of ranges) marks.delete(range);
  };
}

/** Returns ranges for the changed parts; all parts together are the whole text of the element. */
function toRanges(element: Element, parts: readonly TextPart[]): Range[] {
  const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  let nodeStart = 0;
  let node = nodes.nextNode() as Text | null;
  let start = 0;
  for (const { text, changed } of parts) {
    const end = start + text.length;
    while (node !== null && nodeStart < end) {
      const nodeEnd = nodeStart + node.length;
      if (changed && nodeEnd > start) {
        const range = new Range();
        range.setStart(node, Math.max(0, start - nodeStart));
        range.setEnd(node, Math.min(node.length, end - nodeStart));
        ranges.push(range);
      }
      if (nodeEnd > end) break;
      nodeStart = nodeEnd;
      node = nodes.nextNode() as Text | null;
    }
    start = end;
  }
  return ranges;
}
