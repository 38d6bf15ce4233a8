import { findAll } from "../text/find-all.ts";
import { type Sliced, stepsPerStop } from "../text/run-in-slices.ts";
import { type FoldedText, foldText, placeInOriginal } from "./fold-text.ts";

export interface Match {
  start: number;
  end: number;
  /** False if line ends, quotes, dashes or spaces differ from `old`. */
  isExact: boolean;
}

/**
 * Finds `old` in a text: exactly or, failing that, ignoring typography. Matches are ascending and may
 * overlap. None splits a CRLF: a line feed at the start of `old` includes the carriage return before it.
 */
export function* findMatches(text: string, old: string, folded: () => FoldedText): Sliced<Match[]> {
  const exact: Match[] = [];
  for (const [index, start] of (yield* findAll(text, old)).entries()) {
    if (index % stepsPerStop === 0) yield;
    const end = start + old.length;
    if (isInLineEnd(text, end)) continue;
    const cuts = isInLineEnd(text, start);
    exact.push({ start: cuts ? start - 1 : start, end, isExact: !cuts });
  }
  return exact.length === 0 ? yield* findFolded(old, folded()) : exact;
}

function isInLineEnd(text: string, at: number): boolean {
  return text[at] === "\n" && text[at - 1] === "\r";
}

function* findFolded(old: string, folded: FoldedText): Sliced<Match[]> {
  const wanted = foldText(old).text;
  if (wanted.trim() === "") return [];
  const within = yield* toMatches(folded, yield* findAll(folded.text, wanted), wanted.length);
  const found = [...within, ...(yield* findBeforeLineEnd(folded, wanted))];
  if (found.length === 0) return findAtMissingLineEnd(folded, wanted);
  return found.sort((a, b) => a.start - b.start);
}

/**
 * Finds matches for an `old` that ends with spaces, since spaces before a line end are folded away. If both
 * such a match and one with text after the spaces exist, the edit is ambiguous.
 */
function* findBeforeLineEnd(folded: FoldedText, wanted: string): Sliced<Match[]> {
  const trimmed = withoutLastBlanks(wanted);
  if (trimmed === wanted) return [];
  const found = yield* findAll(folded.text, trimmed);
  const before = found.filter((at) => (folded.text[at + trimmed.length] ?? "\n") === "\n");
  return yield* toMatches(folded, before, trimmed.length);
}

/**
 * Finds a match at the end of the file for an `old` with a final line end that the file lacks. Spaces at the
 * end of the last line are kept.
 */
function findAtMissingLineEnd(folded: FoldedText, wanted: string): Match[] {
  const trimmed = wanted.slice(0, -1);
  const last = withoutLastBlanks(folded.text);
  if (!wanted.endsWith("\n") || trimmed === "" || last.endsWith("\n") || !last.endsWith(trimmed)) return [];
  return [toMatch(folded, last.length - trimmed.length, trimmed.length)];
}

/** Not a pattern, which would scan every run of blanks in the file once per blank. */
function withoutLastBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === " " || text[end - 1] === "\t")) end--;
  return text.slice(0, end);
}

function* toMatches(folded: FoldedText, places: readonly number[], length: number): Sliced<Match[]> {
  const matches: Match[] = [];
  for (const at of places) {
    if (matches.length % stepsPerStop === 0) yield;
    matches.push(toMatch(folded, at, length));
  }
  return matches;
}

function toMatch(folded: FoldedText, at: number, length: number): Match {
  return {
    start: placeInOriginal(folded, at),
    end: placeInOriginal(folded, at + length),
    isExact: false,
  };
}
