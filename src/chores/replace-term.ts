import type { PageScan, Span } from "../markdown/page-scan.ts";
import { scanPageSliced } from "../markdown/scan-page.ts";
import { slugHeading } from "../markdown/slug-heading.ts";
import { findTerm } from "../text/find-term.ts";
import { type Sliced, stepsPerStop } from "../text/run-in-slices.ts";
import { findObstacle } from "./find-obstacle.ts";
import { articleChange } from "./follow-article.ts";
import type { LeftKind } from "./left-kind.ts";
import { findOtherForms, type OtherForm } from "./other-forms.ts";
import type { LineChanges } from "./plan-edits.ts";
import type { Page } from "./process-pages.ts";
import { type Replacement, replaceInFrontMatter } from "./replace-in-front-matter.ts";
import type { TermChange } from "./term-change.ts";

/** Judging a match takes longer than most small steps. */
const matchesPerStop = stepsPerStop / 8;

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
  /** Counts of the term's other forms, which stay. */
  forms: Map<string, number>;
}

/** A heading whose text, and thus its anchor, changed. */
export interface RenamedHeading {
  /** 1-based. */
  line: number;
  old: { text: string; slug: string };
  new: { text: string; slug: string };
}

/** Replaces the term in prose. Code, targets, addresses, tags, imports, comments and expressions stay. */
export function* replaceTerm(page: Page, change: TermChange): Sliced<PageReplacement> {
  const text = page.lines.join("\n");
  const cutLines = [...page.cutLines].filter(([, start]) => start.includes(change.old));
  const left: LeftOccurrence[] = cutLines.map(([index]) => ({ kind: "cut-line", line: index + 1 }));
  const matches = yield* findTerm(text, change.old);
  const others = yield* findOtherForms(text, change.old);
  if (matches.length + others.length === 0)
    return { changes: new Map(), places: 0, left, headings: [], forms: new Map() };
  const scan = yield* scanPageSliced(text, { mdx: page.path.endsWith(".mdx") });
  const { replacements, leftAt } = yield* sortMatches(scan, text, matches, change);
  const lineStarts = findLineStarts(page.lines);
  yield;
  for (const { kind, at } of leftAt) left.push({ kind, line: lineIndexOf(lineStarts, at) + 1 });
  const changes = yield* toLineChanges(page.lines, lineStarts, replacements);
  const places = replacements.reduce((sum, { places }) => sum + places, 0);
  const headings = yield* findRenamedHeadings(page, scan, changes);
  return { changes, places, left, headings, forms: countForms(scan, others) };
}

/** Counts the forms in prose and in front matter, which holds titles. */
function countForms({ spans }: PageScan, others: readonly OtherForm[]): Map<string, number> {
  const forms = new Map<string, number>();
  let next = 0;
  for (const { form, at } of others) {
    while (next < spans.length && spans[next]!.end <= at) next += 1;
    const span = spans[next];
    const isProse = span === undefined || span.start >= at + form.length || span.kind === "front-matter";
    if (isProse) forms.set(form, (forms.get(form) ?? 0) + 1);
  }
  return forms;
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
    const kind = findObstacle(text, spans, next, at, end, change);
    if (kind === null) sorted.replacements.push(replaceAt(text, at, change));
    else sorted.leftAt.push({ kind, at });
  }
  return sorted;
}

/** Includes the article before the term if it must change too. */
function replaceAt(text: string, at: number, { old, new: now }: TermChange): Replacement {
  const article = articleChange(text.slice(Math.max(0, at - 5), at), { old, new: now });
  if (article === null) return { start: at, old, new: now, places: 1 };
  return { start: at - article.old.length, old: article.old + old, new: article.new + now, places: 1 };
}

function* findProtected(scan: PageScan, text: string): Sliced<Span[]> {
  // Some generators read .md as MDX: imports and expressions are protected there too.
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
  { headings: before, componentTitles: titles, isMdx }: PageScan,
  changes: LineChanges,
): Sliced<RenamedHeading[]> {
  const mayName = before.some(({ line }) => changes.has(line - 1) || changes.has(line));
  if (changes.size === 0 || (!mayName && titles.length === 0)) return [];
  yield;
  const lines = page.lines.map((line, index) => changes.get(index) ?? line);
  yield;
  const now = yield* scanPageSliced(lines.join("\n"), { mdx: isMdx });
  const { headings: after } = now;
  if (after.length !== before.length) return [];
  const renamed = findRenamedTitles(titles, now.componentTitles);
  for (const [index, old] of before.entries()) {
    if (index % stepsPerStop === 0) yield;
    const heading = after[index]!;
    if (old.slug !== heading.slug) renamed.push({ line: old.line, old: pick(old), new: pick(heading) });
  }
  return renamed;
}

/**
 * Finds renamed titles of components, of which some generators make anchors. They have no line of their own.
 */
function findRenamedTitles(
  before: PageScan["componentTitles"],
  after: PageScan["componentTitles"],
): RenamedHeading[] {
  if (before.length !== after.length) return [];
  const named = ({ value }: { value: string }) => ({ text: value, slug: slugHeading(value, "github") });
  return before.flatMap((old, index) =>
    old.value === after[index]!.value ? [] : [{ line: 0, old: named(old), new: named(after[index]!) }],
  );
}

function pick({ text, slug }: { text: string; slug: string }): { text: string; slug: string } {
  return { text, slug };
}
