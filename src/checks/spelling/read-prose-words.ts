import { hiddenSpans } from "../../markdown/hidden-spans.ts";
import type { Span } from "../../markdown/page-scan.ts";
import { scanPage } from "../../markdown/scan-page.ts";
import { trimCharacters } from "../../text/trim-characters.ts";

export interface ProseWord {
  word: string;
  /** UTF-16 offset. */
  at: number;
  /** False at the beginning of a sentence. */
  isInSentence: boolean;
}

/** Characters that may directly precede or follow a word of prose. */
const edges = "()[]\"'“”‘’*_~.,;:!?";
/** Kinds of spans that an adjacent word belongs to: it continues a piece of code or a name. */
const code: ReadonlySet<Span["kind"]> = new Set(["inline-code", "expression", "url", "directive"]);
const lettersMin = 4;
const lettersMax = 40;
const chunk = /[^\s|—–…<>]+/g;
const words = /^[A-Za-z]+(?:['’‑-][A-Za-z]+)*$/;

/**
 * Returns the words of a page's prose. Anything with a digit, a mark or a capital letter inside is a name or
 * code, and anything with fewer than four letters, or in capitals only, is an abbreviation.
 */
export function readProseWords(text: string, options: { mdx: boolean }): ProseWord[] {
  const spans = hiddenSpans(text, scanPage(text, options).spans);
  const found: ProseWord[] = [];
  let from = 0;
  let before: Span | undefined;
  for (const span of [...spans, undefined]) {
    const end = span?.start ?? text.length;
    if (end > from) collect(found, text, { start: from, end, before, behind: span });
    from = span?.end ?? end;
    before = span;
  }
  return found;
}

interface Gap {
  start: number;
  end: number;
  before: Span | undefined;
  behind: Span | undefined;
}

function collect(found: ProseWord[], text: string, { start, end, before, behind }: Gap): void {
  for (const { 0: raw, index } of text.slice(start, end).matchAll(chunk)) {
    const at = start + index;
    const touches =
      (at === start && before !== undefined && code.has(before.kind)) ||
      (at + raw.length === end && behind !== undefined && code.has(behind.kind));
    const core = trimCharacters(raw, edges);
    const isLabel = raw.endsWith("]:");
    if (touches || isLabel || isMarked(raw) || !words.test(core)) continue;
    const first = at + raw.indexOf(core);
    for (const { 0: part, index: offset } of core.matchAll(/[A-Za-z'’]+/g)) {
      const word = withoutPossessive(part);
      if (word.length < lettersMin || word.length > lettersMax || /[A-Z]/.test(word.slice(1))) continue;
      found.push({ word, at: first + offset, isInSentence: offset > 0 || isInSentence(text, first) });
    }
  }
}

/** `.class`, `:emoji:`, `_name_of`: marks with which prose does not begin. */
function isMarked(raw: string): boolean {
  return /^[.,;:?~]/.test(raw);
}

function withoutPossessive(word: string): string {
  return word.replace(/['’]s?$/, "");
}

/** Whether words of the same paragraph precede it, and no full stop. */
function isInSentence(text: string, at: number): boolean {
  let index = at - 1;
  while (index >= 0 && "([\"'“‘*_".includes(text[index]!)) index -= 1;
  let breaks = 0;
  for (; index >= 0 && /\s/.test(text[index]!); index -= 1) if (text[index] === "\n") breaks += 1;
  return index >= 0 && breaks < 2 && /[\p{L}\p{N},;)\]'"’”*_`&]/u.test(text[index]!);
}
