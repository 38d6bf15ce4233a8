import { type FoldedText, foldText } from "./fold-text.ts";

export interface Match {
  start: number;
  end: number;
  /** False: line ends, quotes, dashes or spaces differ from what was asked for. */
  isExact: boolean;
}

/**
 * The places of `old` in a text: exact ones, or, when there are none, those that differ in typography only. Ascending; they may overlap.
 * None cuts CRLF in two: a line feed at the start of `old` takes the carriage return before it along.
 */
export function findMatches(text: string, old: string, folded: () => FoldedText): Match[] {
  const exact = findAll(text, old).filter((start) => !isInLineEnd(text, start + old.length));
  if (exact.length === 0) return findFolded(old, folded());
  return exact.map((start) => {
    const cuts = isInLineEnd(text, start);
    return { start: cuts ? start - 1 : start, end: start + old.length, isExact: !cuts };
  });
}

function isInLineEnd(text: string, at: number): boolean {
  return text[at] === "\n" && text[at - 1] === "\r";
}

function findFolded(old: string, folded: FoldedText): Match[] {
  const wanted = foldText(old).text;
  if (wanted.trim() === "") return [];
  const found = findAll(folded.text, wanted).map((at) => toMatch(folded, at, wanted.length));
  if (found.length > 0) return found;
  return [...findBeforeLineEnd(folded, wanted), ...findAtMissingLineEnd(folded, wanted)];
}

/** Spaces at the very end of the asked text count only when more text follows them in the line. */
function findBeforeLineEnd(folded: FoldedText, wanted: string): Match[] {
  const trimmed = withoutLastBlanks(wanted);
  if (trimmed === wanted) return [];
  return findAll(folded.text, trimmed)
    .filter((at) => (folded.text[at + trimmed.length] ?? "\n") === "\n")
    .map((at) => toMatch(folded, at, trimmed.length));
}

/** The asked text ends with a line end that the file lacks after its last line. Spaces at the end of that line stay. */
function findAtMissingLineEnd(folded: FoldedText, wanted: string): Match[] {
  const trimmed = wanted.slice(0, -1);
  const last = withoutLastBlanks(folded.text);
  if (!wanted.endsWith("\n") || trimmed === "" || last.endsWith("\n") || !last.endsWith(trimmed)) return [];
  return [toMatch(folded, last.length - trimmed.length, trimmed.length)];
}

/** A pattern would look at every run of blanks in the file once for each of them. */
function withoutLastBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && (text[end - 1] === " " || text[end - 1] === "\t")) end--;
  return text.slice(0, end);
}

function toMatch(folded: FoldedText, at: number, length: number): Match {
  return { start: folded.starts[at]!, end: folded.ends[at + length - 1]!, isExact: false };
}

function findAll(text: string, wanted: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) found.push(at);
  return found;
}
