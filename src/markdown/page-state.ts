import { findIdsBeside } from "./find-ids-beside.ts";
import type { Heading, PageLink, PageScan, Span, SpanKind } from "./page-scan.ts";
import { headingLengthMax, plainHeadingText } from "./plain-heading-text.ts";
import { createSlugger } from "./slug-heading.ts";

/** Facts gathered during one scan. Offsets are UTF-16 code units of `text`. */
export interface PageState {
  text: string;
  mdx: boolean;
  spans: Span[];
  links: PageLink[];
  headings: Heading[];
  anchors: string[];
  componentTitles: { tag: string; value: string }[];
  /** Bracketed texts that are references if their label is defined on the page. */
  brackets: { start: number; end: number }[];
  labels: Set<string>;
  /** The bracketed text that was closed last. */
  lastBracket: { start: number; end: number } | null;
  /** `isProse`: has parentheses, as the fields of a format do; of a page that defines no label at all. */
  references: { label: string; start: number; isProse: boolean }[];
  /** Links whose text stands right behind another one: `[text][label](a.md)` is text in parentheses. */
  behindText: { link: PageLink; words: { start: number; end: number }; spanStart: number }[];
  openFences: number[];
  hasUnevenFence: boolean;
  lineStarts: number[];
  slug: (text: string) => string;
  /** Number of characters that failed searches may still examine; it keeps the whole scan in linear time. */
  searchBudget: number;
  /** End of the last block of HTML, in which CommonMark reads no Markdown. */
  htmlEnd: number;
  /** Where a reader that takes a line of spaces for no blank one sees it end. */
  lastHtmlEnd: number;
  /** Offsets from which a closing mark does not occur any more. */
  noneAfter: Map<string, number>;
}

export function createPageState(text: string, mdx: boolean): PageState {
  return {
    text,
    mdx,
    spans: [],
    links: [],
    headings: [],
    anchors: [],
    componentTitles: [],
    brackets: [],
    labels: new Set(),
    lastBracket: null,
    references: [],
    behindText: [],
    openFences: [],
    hasUnevenFence: false,
    lineStarts: findLineStarts(text),
    slug: createSlugger("github"),
    searchBudget: text.length * 4 + 50_000,
    htmlEnd: 0,
    lastHtmlEnd: 0,
    noneAfter: new Map(),
  };
}

export function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Returns the 0-based index of the line that holds the offset. */
export function lineIndexAt(lineStarts: readonly number[], offset: number): number {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function addSpan(state: PageState, kind: SpanKind, start: number, end: number): void {
  if (end > start) state.spans.push({ kind, start, end });
}

export function addLink(
  state: PageState,
  kind: PageLink["kind"],
  start: number,
  end: number,
  text: string,
): void {
  const line = lineIndexAt(state.lineStarts, start);
  const column = start - (state.lineStarts[line] ?? 0) + 1;
  state.links.push({ kind, target: state.text.slice(start, end), start, end, line: line + 1, column, text });
}

export function addHeading(
  state: PageState,
  level: number,
  start: number,
  end: number,
  marks: Pick<Heading, "isIndented" | "isClosed"> = {},
): void {
  const source = state.text.slice(start, Math.min(end, start + headingLengthMax));
  const { text, explicitId, isComment } = plainHeadingText(source, state);
  const slug = explicitId ?? state.slug(text);
  if (explicitId !== null) state.anchors.push(explicitId);
  if (isComment) state.anchors.push(state.slug(text));
  const line = lineIndexAt(state.lineStarts, start) + 1;
  const behind = start < state.lastHtmlEnd && { isBehindHtml: true as const };
  state.headings.push({ level, text, slug, explicitId, source, start, line, ...marks, ...behind });
}

/** Like `indexOf`, but remembers failures and does not search again for what is missing. */
export function findAfter(state: PageState, mark: string, from: number): number {
  const none = state.noneAfter.get(mark);
  if (none !== undefined && from >= none) return -1;
  const at = state.text.indexOf(mark, from);
  if (at < 0) state.noneAfter.set(mark, from);
  return at;
}

/**
 * Sorts spans and removes overlaps: of two that overlap, the one that starts first (then the longer) stays.
 */
function tidySpans(spans: Span[]): Span[] {
  const sorted = spans.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: Span[] = [];
  let end = 0;
  for (const span of sorted) {
    if (span.end <= end) continue;
    const start = Math.max(span.start, end);
    kept.push(start === span.start ? span : { ...span, start });
    end = span.end;
  }
  return kept;
}

function findUndefined({ references, labels }: PageState): PageScan["undefinedReferences"] {
  const open = references.filter(({ label, isProse }) =>
    labels.size === 0 ? !isProse : !labels.has(normalLabel(label)),
  );
  return open.map(({ label, start }) => ({ label, start }));
}

export function toPageScan(state: PageState, frontMatter: PageScan["frontMatter"]): PageScan {
  findIdsBeside(state);
  for (const bracket of state.brackets) {
    if (state.labels.has(normalLabel(state.text.slice(bracket.start + 1, bracket.end - 1)))) {
      addSpan(state, "link-target", bracket.start, bracket.end);
    }
  }
  dropLabelled(state);
  return {
    spans: tidySpans(state.spans),
    links: state.links.filter((link) => !isReference(state, link)).sort((a, b) => a.start - b.start),
    headings: state.headings,
    anchors: state.anchors,
    componentTitles: state.componentTitles,
    frontMatter,
    undefinedReferences: findUndefined(state),
    referenceCount: state.references.length,
    openFences: state.openFences,
    hasUnevenFence: state.hasUnevenFence,
    isPartlyRead: state.searchBudget <= 0,
    isMdx: state.mdx,
  };
}

/** Where the page defines the label, `[text][label]` is the link, and what follows in parentheses is text. */
function dropLabelled(state: PageState): void {
  const labelled = state.behindText.filter(({ link, words }) => {
    const label = link.text === "" ? state.text.slice(words.start + 1, words.end - 1) : link.text;
    return state.labels.has(normalLabel(label));
  });
  if (labelled.length === 0) return;
  const links = new Set(labelled.map(({ link }) => link));
  const starts = new Set(labelled.map(({ spanStart }) => spanStart));
  state.links = state.links.filter((link) => !links.has(link));
  state.spans = state.spans.filter(({ kind, start }) => kind !== "link-target" || !starts.has(start));
}

/** `[[name]]` is a reference in brackets where the page says where the name leads. */
function isReference({ labels }: PageState, { kind, text }: PageLink): boolean {
  return kind === "wikilink" && labels.has(normalLabel(text));
}

/** In a label over several lines of a quote, the marks of the quote do not count. */
export function normalLabel(label: string): string {
  const bare = label.includes("\n") ? label.replace(/\n[ \t]*>[ \t>]*/g, " ") : label;
  return bare.trim().replace(/\s+/g, " ").toLowerCase();
}
