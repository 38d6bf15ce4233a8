import type { PageLink, PageScan } from "../../markdown/page-scan.ts";
import { createRangeTest, type Range } from "../../markdown/ranges.ts";

const element =
  /^(?:address|article|aside|blockquote|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|li|main|nav|ol|p|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)$/;
const tag = /^<(\/?)([a-z][a-z0-9]{0,20})(?=[\s/>])/i;
const readsMarkdown = /\smarkdown(?![\w-])/i;

interface Opened {
  name: string;
  start: number;
  depth: number;
  readsMarkdown: boolean;
}

/**
 * Finds the elements that begin a line: Python-Markdown and kramdown read no Markdown up to their closing
 * tags, unless they have the attribute `markdown`. One that nothing closes is not found.
 */
export function findElements(text: string, { spans }: Pick<PageScan, "spans">): Range[] {
  const found: Range[] = [];
  let open: Opened | null = null;
  for (const { kind, start, end } of spans) {
    if (kind !== "html-tag") continue;
    const written = text.slice(start, end);
    const [, slash, name = ""] = tag.exec(written) ?? [];
    const lower = name.toLowerCase();
    if (!element.test(lower) || written.endsWith("/>")) continue;
    const isMarked = readsMarkdown.test(written);
    if (open === null) {
      if (slash === "" && beginsLine(text, start))
        open = { name: lower, start, depth: 1, readsMarkdown: isMarked };
      continue;
    }
    open.readsMarkdown ||= isMarked;
    if (lower !== open.name) continue;
    open.depth += slash === "" ? 1 : -1;
    if (open.depth > 0) continue;
    if (!open.readsMarkdown) found.push({ start: open.start, end });
    open = null;
  }
  return found;
}

function beginsLine(text: string, at: number): boolean {
  return /^ {0,3}$/.test(text.slice(text.lastIndexOf("\n", at - 1) + 1, at));
}

/** Returns the scan with marks on the headings and links of Markdown in such elements. */
export function markInElements(text: string, scan: PageScan): PageScan {
  const elements = scan.isMdx ? [] : findElements(text, scan);
  if (elements.length === 0) return scan;
  const isInside = createRangeTest(elements);
  const mark = <One extends { start: number }>(one: One): One =>
    isInside(one.start) ? { ...one, isInElement: true } : one;
  const isMarkdown = ({ kind }: PageLink) => kind === "link" || kind === "image";
  return {
    ...scan,
    headings: scan.headings.map(mark),
    links: scan.links.map((link) => (isMarkdown(link) ? mark(link) : link)),
  };
}
