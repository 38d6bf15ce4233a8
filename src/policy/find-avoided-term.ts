import { hiddenSpans } from "../markdown/hidden-spans.ts";
import type { Span } from "../markdown/page-scan.ts";
import { scanPageSliced } from "../markdown/scan-page.ts";
import { findTerm } from "../text/find-term.ts";
import { pluralOf } from "../text/plural-of.ts";
import type { Sliced } from "../text/run-in-slices.ts";
import type { PolicyTerm } from "./policy-schema.ts";

export interface AvoidedTerm {
  avoided: string;
  use: string | undefined;
  /** 1-based. */
  line: number;
}

interface Texts {
  before: string;
  text: string;
  isMdx: boolean;
}

/**
 * Finds the first avoided term that occurs more often in a text's prose than before. Existing occurrences
 * stay allowed: a job need not repair what it does not touch.
 */
export function* findAvoidedTerm(
  terms: readonly PolicyTerm[],
  { before, text, isMdx }: Texts,
): Sliced<AvoidedTerm | null> {
  let scanned: { before: Prose; now: Prose } | null = null;
  for (const term of terms) {
    for (const form of formsOf(term)) {
      if (!mayHave(text, form, term.case)) continue;
      scanned ??= { before: yield* scanProse(before, isMdx), now: yield* scanProse(text, isMdx) };
      const now = yield* findInProse(scanned.now, form, term);
      if (now.length === 0) continue;
      const known = yield* findInProse(scanned.before, form, term);
      if (now.length <= known.length) continue;
      const at = findAdded(text, now, before);
      const avoided = text.slice(at, at + form.length);
      return { avoided, use: term.use, line: text.slice(0, at).split("\n").length };
    }
  }
  return null;
}

function formsOf({ avoid, plural }: PolicyTerm): string[] {
  return avoid.flatMap((form) => {
    const several = plural ? pluralOf(form) : null;
    return several === null ? [form] : [form, several];
  });
}

function mayHave(text: string, form: string, how: PolicyTerm["case"]): boolean {
  return how === "any" ? text.toLowerCase().includes(form.toLowerCase()) : text.includes(form);
}

interface Prose {
  text: string;
  /** The same letters in lower case, of the same length. */
  lower: string;
  spans: readonly Span[];
}

function* scanProse(text: string, isMdx: boolean): Sliced<Prose> {
  const { spans } = yield* scanPageSliced(text, { mdx: isMdx });
  return { text, lower: lowerEach(text), spans: hiddenSpans(text, spans) };
}

/** Letters whose lower case is longer stay as they are, so that places are the same. */
function lowerEach(text: string): string {
  const lower = text.toLowerCase();
  if (lower.length === text.length) return lower;
  return [...text].map((one) => (one.toLowerCase().length === one.length ? one.toLowerCase() : one)).join("");
}

function* findInProse(prose: Prose, form: string, term: PolicyTerm): Sliced<number[]> {
  const isAny = term.case === "any";
  const places = yield* findTerm(isAny ? prose.lower : prose.text, isAny ? form.toLowerCase() : form);
  yield;
  let next = 0;
  return places.filter((at) => {
    const end = at + form.length;
    while (next < prose.spans.length && prose.spans[next]!.end <= at) next += 1;
    const isProse = next === prose.spans.length || prose.spans[next]!.start >= end;
    return isProse && !isRight(prose.text, at, end, term.use);
  });
}

/** The term to use may contain the one to avoid: "GitHub" contains "github" if case is ignored. */
function isRight(text: string, at: number, end: number, use: string | undefined): boolean {
  if (use === undefined) return false;
  for (let start = Math.max(0, end - use.length); start <= at; start++) {
    if (text.startsWith(use, start) && start + use.length >= end) return true;
  }
  return false;
}

/** Returns the first place in a line that did not exist before. */
function findAdded(text: string, places: readonly number[], before: string): number {
  const known = new Set(before.split("\n"));
  const lineOf = (at: number) => {
    const end = text.indexOf("\n", at);
    return text.slice(text.lastIndexOf("\n", at - 1) + 1, end < 0 ? text.length : end);
  };
  return places.find((at) => !known.has(lineOf(at))) ?? places[0]!;
}
