import type { PageLink, PageScan, Span } from "./page-scan.ts";
import { findLineStarts, lineIndexAt } from "./page-state.ts";

/** Elements that must be closed, so that it is known where they end. */
const element =
  /^(?:article|aside|center|details|div|dl|figure|footer|form|header|main|nav|ol|section|table|tbody|td|tr|ul)$/;
const tag = /<(\/?)([a-z][a-z0-9-]{0,20})((?:[ \t\r\n][^<>]{0,2000})?)>/gi;
const attribute = /[ \t\r\n](href|src|id)=(?:"([^"\n]{0,1000})"|'([^'\n]{0,1000})')/gi;
const depthMax = 100;
const readsMarkdown = /[ \t\r\n]markdown(?![\w-])/i;

interface RawHtml {
  links: PageLink[];
  ids: string[];
}

interface Opened {
  name: string;
  readsMarkdown: boolean;
}

/**
 * Finds links and ids in what CommonMark takes for indented code although an element around it is still open:
 * to Python-Markdown and kramdown, an element ends at its closing tag, not at a blank line.
 */
export function scanRawHtml(text: string, { spans, isMdx }: Pick<PageScan, "spans" | "isMdx">): RawHtml {
  const found: RawHtml = { links: [], ids: [] };
  if (isMdx || !spans.some((span) => isIndentedCode(text, span))) return found;
  const lineStarts = findLineStarts(text);
  const open: Opened[] = [];
  let pending: RawHtml = { links: [], ids: [] };
  for (const span of spans) {
    if (open.length > depthMax) break;
    const isCode = isIndentedCode(text, span);
    if (span.kind !== "html-tag" && !(isCode && open.length > 0)) continue;
    const isRaw = isCode && !open.some((one) => one.readsMarkdown);
    for (const match of text.slice(span.start, span.end).matchAll(tag)) {
      const start = span.start + match.index;
      if (isRaw) takeAttributes(pending, { text, lineStarts }, { start, end: start + match[0].length });
      if (noteTag(open, match)) {
        found.links.push(...pending.links);
        found.ids.push(...pending.ids);
        pending = { links: [], ids: [] };
      }
    }
  }
  return found;
}

/** Fences and the content of `<pre>` and the like begin elsewhere. */
function isIndentedCode(text: string, { kind, start }: Span): boolean {
  if (kind !== "code-block") return false;
  const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  return (
    /^[ \t]+$/.test(before) && (before.includes("\t") || before.length > 3) && !/[`~]/.test(text[start]!)
  );
}

/** Opens or closes an element; returns whether the outermost one ends here. */
function noteTag(open: Opened[], [all, slash, name, rest]: RegExpExecArray): boolean {
  const lower = name!.toLowerCase();
  if (!element.test(lower) || all.endsWith("/>")) return false;
  if (slash === "") {
    open.push({ name: lower, readsMarkdown: readsMarkdown.test(rest!) });
    return false;
  }
  const at = open.findLastIndex((one) => one.name === lower);
  if (at >= 0) open.splice(at);
  return at === 0;
}

function takeAttributes(
  { links, ids }: RawHtml,
  { text, lineStarts }: { text: string; lineStarts: readonly number[] },
  { start: at, end }: { start: number; end: number },
): void {
  for (const { 0: all, 1: name, 2: double, 3: single, index } of text.slice(at, end).matchAll(attribute)) {
    const target = double ?? single ?? "";
    if (name!.toLowerCase() === "id") {
      ids.push(target);
      continue;
    }
    const start = at + index + all.length - target.length - 1;
    const line = lineIndexAt(lineStarts, start);
    const place = { line: line + 1, column: start - lineStarts[line]! + 1 };
    const kind = name!.toLowerCase() === "src" ? "src" : "href";
    if (target === "") continue;
    links.push({ kind, target, start, end: start + target.length, ...place, text: "", inFence: "html" });
  }
}
