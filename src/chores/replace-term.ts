import type { PageScan, Span, SpanKind } from "../markdown/page-scan.ts";
import { scanPageSliced } from "../markdown/scan-page.ts";
import { type Sliced, stepsPerStop } from "../text/run-in-slices.ts";
import { findTerm } from "./find-term.ts";
import type { LineChanges } from "./plan-edits.ts";
import type { Page } from "./process-pages.ts";
import { type Replacement, replaceInFrontMatter } from "./replace-in-front-matter.ts";
import type { TermChange } from "./term-change.ts";

const lookCharacters = 500;
/** A match takes longer to judge than most small steps. */
const matchesPerStop = stepsPerStop / 8;

/** Why an occurrence stays. */
export type LeftKind =
  | Exclude<SpanKind, "front-matter">
  | "front-matter"
  | "entity"
  | "package-name"
  | "cut-line"
  | "not-placed"
  /** The heading stays: links may lead to its anchor that are not judged. */
  | "linked-heading"
  /** The heading was changed and keeps its id. */
  | "kept-id";

interface LeftOccurrence {
  kind: LeftKind;
  /** 1-based. */
  line: number;
}

export interface PageReplacement {
  changes: LineChanges;
  places: number;
  left: LeftOccurrence[];
  headings: RenamedHeading[];
}

/** A heading whose text, and so its anchor, changed. */
export interface RenamedHeading {
  /** 1-based. */
  line: number;
  old: { text: string; slug: string };
  new: { text: string; slug: string };
}

/**
 * Replaces the term where it is prose. Code, targets, addresses, tags, imports, comments and expressions
 * stay.
 */
export function* replaceTerm(page: Page, change: TermChange): Sliced<PageReplacement> {
  const text = page.lines.join("\n");
  const cutLines = [...page.cutLines].filter(([, start]) => start.includes(change.old));
  const left: LeftOccurrence[] = cutLines.map(([index]) => ({ kind: "cut-line", line: index + 1 }));
  const matches = yield* findTerm(text, change.old);
  if (matches.length === 0) return { changes: new Map(), places: 0, left, headings: [] };
  const scan = yield* scanPageSliced(text, { mdx: page.path.endsWith(".mdx") });
  const { replacements, leftAt } = yield* sortMatches(scan, text, matches, change);
  const lineStarts = findLineStarts(page.lines);
  yield;
  for (const { kind, at } of leftAt) left.push({ kind, line: lineIndexOf(lineStarts, at) + 1 });
  const changes = yield* toLineChanges(page.lines, lineStarts, replacements);
  const places = replacements.reduce((sum, { places }) => sum + places, 0);
  return { changes, places, left, headings: yield* findRenamedHeadings(page, scan, changes) };
}

interface SortedMatches {
  /** Ascending, not overlapping. */
  replacements: Replacement[];
  leftAt: { kind: LeftKind; at: number }[];
}

function* sortMatches(
  scan: PageScan,
  text: string,
  matches: number[],
  change: TermChange,
): Sliced<SortedMatches> {
  const { frontMatter } = scan;
  const spans = yield* findProtected(scan, text);
  const sorted: SortedMatches = { replacements: [], leftAt: [] };
  const bodyStart = frontMatter?.end ?? 0;
  if (frontMatter !== null && matches[0]! < bodyStart) {
    const { contentStart, contentEnd, language } = frontMatter;
    const source = text.slice(contentStart, contentEnd);
    const result = yield* replaceInFrontMatter(source, language, change);
    for (const replacement of result.replacements) {
      sorted.replacements.push({ ...replacement, start: replacement.start + contentStart });
    }
    for (const at of result.leftAt) sorted.leftAt.push({ kind: "front-matter", at: at + contentStart });
  }
  let next = 0;
  for (const [index, at] of matches.entries()) {
    if (index % matchesPerStop === 0) yield;
    if (at < bodyStart) continue;
    const end = at + change.old.length;
    while (next < spans.length && spans[next]!.end <= at) next += 1;
    const kind = findObstacle(text, spans, next, at, end, change.includingCode);
    if (kind === null) sorted.replacements.push({ start: at, old: change.old, new: change.new, places: 1 });
    else sorted.leftAt.push({ kind, at });
  }
  return sorted;
}

function findObstacle(
  text: string,
  spans: readonly Span[],
  from: number,
  start: number,
  end: number,
  includingCode: boolean,
): LeftKind | null {
  for (let index = from; index < spans.length && spans[index]!.start < end; index++) {
    const { kind } = spans[index]!;
    const isCode = kind === "code-block" || kind === "inline-code";
    if (!isCode || !includingCode || isFenceLine(text, start)) return kind;
  }
  if (isBetweenParentheses(text, start, end) || isLabel(text, start, end)) return "link-target";
  if (isInPackageName(text, start, end)) return "package-name";
  return isInEntity(text, start, end) ? "entity" : null;
}

/** `@scope/name` is an identifier, also where it is not set as code. */
function isInPackageName(text: string, start: number, end: number): boolean {
  // At most 214 characters.
  const before = /@[\w.-]*\/?[\w.-]*$/.exec(text.slice(Math.max(0, start - 214), start))?.[0];
  if (before === undefined) return false;
  return /^@[\w.-]+\/[\w.-]+/.test(before + text.slice(start, end + 214));
}

/** A target with a space is no link by the rules of Markdown, but was meant as one. */
function isBetweenParentheses(text: string, start: number, end: number): boolean {
  const before = lineBefore(text, start);
  const opening = before.lastIndexOf("](");
  if (opening < 0 || before.includes(")", opening)) return false;
  return /^[^()\n]*\)/.test(text.slice(end, end + lookCharacters));
}

/**
 * What links name elsewhere: a label before a heading, `(name)=`, and a link by a page's name, `[[name]]`.
 */
function isLabel(text: string, start: number, end: number): boolean {
  const before = lineBefore(text, start);
  const after = text.slice(end, end + lookCharacters);
  if (before.startsWith("(") && !before.includes(")") && /^[^()\n]*\)=/.test(after)) return true;
  return before.lastIndexOf("[[") > before.lastIndexOf("]]") && /^[^[\]\n]*\]\]/.test(after);
}

/** The line up to a place, or of a long one its end: every match looks at so much only. */
function lineBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - lookCharacters), at);
  return before.slice(before.lastIndexOf("\n") + 1);
}

function isFenceLine(text: string, at: number): boolean {
  return /^[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}[^`]*|~{3}.*)$/s.test(lineBefore(text, at));
}

/** `&nbsp;` is a character, not the word "nbsp". */
function isInEntity(text: string, start: number, end: number): boolean {
  // At most 32 characters.
  if (!/&#?\w{0,30}$/.test(text.slice(Math.max(0, start - 32), start))) return false;
  return /^\w{0,30};/.test(text.slice(end, end + 32)) && /^[\w#]+;?$/.test(text.slice(start, end));
}

function* findProtected(scan: PageScan, text: string): Sliced<Span[]> {
  // Some generators read .md as MDX: imports and expressions are protected there as well.
  if (scan.isMdx || !/^(?:import|export)\s.*(?:['"];?|[{(=])\s*$/m.test(text)) return scan.spans;
  const asMdx = yield* scanPageSliced(text, { mdx: true });
  return mergeSpans([...scan.spans, ...asMdx.spans]);
}

function mergeSpans(spans: Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.sort((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || span.start >= last.end) merged.push({ ...span });
    else last.end = Math.max(last.end, span.end);
  }
  return merged;
}

function findLineStarts(lines: readonly string[]): number[] {
  const starts: number[] = [];
  let at = 0;
  for (const line of lines) {
    starts.push(at);
    at += line.length + 1;
  }
  return starts;
}

function lineIndexOf(lineStarts: readonly number[], offset: number): number {
  let [low, high] = [0, lineStarts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (lineStarts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

function* toLineChanges(
  lines: readonly string[],
  lineStarts: readonly number[],
  replacements: readonly Replacement[],
): Sliced<LineChanges> {
  const built = new Map<number, { text: string; end: number }>();
  for (const [number, { start, old, new: replacement }] of replacements.entries()) {
    if (number % stepsPerStop === 0) yield;
    const index = lineIndexOf(lineStarts, start);
    const at = start - lineStarts[index]!;
    const { text, end } = built.get(index) ?? { text: "", end: 0 };
    built.set(index, { text: text + lines[index]!.slice(end, at) + replacement, end: at + old.length });
  }
  const changes: LineChanges = new Map();
  for (const [index, { text, end }] of built) {
    if (changes.set(index, text + lines[index]!.slice(end)).size % stepsPerStop === 0) yield;
  }
  return changes;
}

function* findRenamedHeadings(
  page: Page,
  { headings: before, isMdx }: PageScan,
  changes: LineChanges,
): Sliced<RenamedHeading[]> {
  if (!before.some(({ line }) => changes.has(line - 1) || changes.has(line))) return [];
  yield;
  const lines = page.lines.map((line, index) => changes.get(index) ?? line);
  yield;
  const { headings: after } = yield* scanPageSliced(lines.join("\n"), { mdx: isMdx });
  if (after.length !== before.length) return [];
  const renamed: RenamedHeading[] = [];
  for (const [index, old] of before.entries()) {
    if (index % stepsPerStop === 0) yield;
    const heading = after[index]!;
    if (old.slug !== heading.slug) renamed.push({ line: old.line, old: pick(old), new: pick(heading) });
  }
  return renamed;
}

function pick({ text, slug }: { text: string; slug: string }): { text: string; slug: string } {
  return { text, slug };
}
