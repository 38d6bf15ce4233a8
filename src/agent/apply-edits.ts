import { findMatches, type Match } from "./find-matches.ts";
import { type FoldedText, foldText, isInCharacter } from "./fold-text.ts";
import { nearestLines } from "./nearest-lines.ts";
import { findSyntaxBlocks, rewriteSpan } from "./rewrite-span.ts";
import { formatCutCharacter, formatNotFound, formatSeveral } from "./tools/format-edit.ts";
import { splitLines } from "./tools/split-lines.ts";

export interface RequestedEdit {
  old: string;
  new: string;
  all?: boolean;
}

/** Offset in UTF-16 code units of the text before the edits. */
export interface Replacement {
  at: number;
  old: string;
  new: string;
}

export type EditResult =
  | { ok: true; text: string; replacements: Replacement[] }
  | { ok: false; reason: string };

interface Placed extends Replacement {
  /** 1-based position of the edit in its batch. */
  number: number;
}

/**
 * Applies a batch of edits that all refer to the same text, all of them or none. Every unit outside the matched spans stays as it is;
 * inside them, whatever an edit does not change keeps its typography and line ends. A byte order mark is never matched.
 */
export function applyEdits(text: string, edits: readonly RequestedEdit[]): EditResult {
  const edited = describeText(text);
  const placed: Placed[] = [];
  for (const [index, edit] of edits.entries()) {
    const places = placeEdit(edited, cleanEdit(edit), index + 1);
    if (typeof places === "string") return { ok: false, reason: places };
    for (const place of places) placed.push(place);
  }
  placed.sort((a, b) => a.at - b.at || a.number - b.number);
  const overlap = findOverlap(placed);
  if (overlap !== null) return { ok: false, reason: overlap };
  const replacements = placed.map(({ at, old, new: added }) => ({ at, old, new: added }));
  return { ok: true, text: replaceAt(text, replacements), replacements };
}

/** Replacements are ascending and do not overlap. */
export function replaceAt(text: string, replacements: readonly Replacement[]): string {
  let result = "";
  let next = 0;
  for (const { at, old, new: added } of replacements) {
    result += text.slice(next, at) + added;
    next = at + old.length;
  }
  return result + text.slice(next);
}

function cleanEdit(edit: RequestedEdit): RequestedEdit {
  return { ...edit, old: edit.old.replace(/^\uFEFF+/, ""), new: edit.new.replace(/^\uFEFF+/, "") };
}

/** A text and what is worked out about it once, when an edit needs it. */
interface EditedText {
  text: string;
  lineEnd: string;
  folded(): FoldedText;
  syntaxBlocks(): [start: number, end: number][];
}

function describeText(text: string): EditedText {
  let folded: FoldedText | undefined;
  let blocks: [number, number][] | undefined;
  return {
    text,
    lineEnd: usualLineEnd(text),
    folded() {
      folded ??= foldText(text);
      return folded;
    },
    syntaxBlocks() {
      blocks ??= findSyntaxBlocks(text);
      return blocks;
    },
  };
}

function placeEdit(edited: EditedText, edit: RequestedEdit, number: number): Placed[] | string {
  const { text } = edited;
  if (edit.old === "") return `edit ${number}: old text is empty`;
  if (edit.old === edit.new) return `edit ${number}: old and new text are the same`;
  const found = findMatches(text, edit.old, edited.folded);
  if (found.length === 0) return formatNotFound(number, nearestLines(splitLines(text), edit.old));
  const matches = found.filter((match) => !breaksCharacter(text, match, edit));
  if (matches.length === 0) return formatCutCharacter(number);
  if (matches.length > 1 && !edit.all) return formatSeveral(number, linesOf(text, matches));
  return withoutOverlaps(matches).map((match) => {
    const span = text.slice(match.start, match.end);
    return { number, at: match.start, old: span, new: writeSpan(edited, edit, match, span) };
  });
}

function writeSpan(edited: EditedText, edit: RequestedEdit, { start, isExact }: Match, span: string): string {
  const { lineEnd } = edited;
  const keepsLineEnds = lineEnd === "\n" ? !`${span} ${edit.new}`.includes("\r\n") : !edit.new.includes("\n");
  if (isExact && keepsLineEnds) return edit.new;
  const isProse = !isExact && !isWithin(edited.syntaxBlocks(), start);
  return rewriteSpan(span, edit, { lineEnd, isProse });
}

/** Whether one of the ascending blocks has the place in it. */
function isWithin(blocks: readonly [start: number, end: number][], at: number): boolean {
  let low = 0;
  let high = blocks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (blocks[middle]![1] <= at) low = middle + 1;
    else high = middle;
  }
  return low < blocks.length && blocks[low]![0] <= at;
}

/** Whether the edit would tear an accent from its letter or an emoji apart, in a text that has them as several characters. */
function breaksCharacter(text: string, { start, end }: Match, edit: RequestedEdit): boolean {
  const [firstOld, firstNew] = [edit.old, edit.new].map((part) => [...part.slice(0, 2)][0]);
  const [lastOld, lastNew] = [edit.old, edit.new].map((part) => [...part.slice(-2)].at(-1));
  return (
    (isInCharacter(text, start) && firstOld !== firstNew) || (isInCharacter(text, end) && lastOld !== lastNew)
  );
}

function withoutOverlaps(matches: readonly Match[]): Match[] {
  const kept: Match[] = [];
  for (const match of matches) if (match.start >= (kept.at(-1)?.end ?? 0)) kept.push(match);
  return kept;
}

function findOverlap(placed: readonly Placed[]): string | null {
  for (let index = 1; index < placed.length; index++) {
    const [before, after] = [placed[index - 1]!, placed[index]!];
    if (after.at < before.at + before.old.length) {
      const [first, second] = [before.number, after.number].sort((a, b) => a - b);
      return `edits ${first} and ${second} overlap; make one edit of them`;
    }
  }
  return null;
}

/** 1-based lines of ascending matches. */
function linesOf(text: string, matches: readonly Match[]): number[] {
  let line = 1;
  let next = text.indexOf("\n");
  return matches.map(({ start }) => {
    for (; next !== -1 && next < start; next = text.indexOf("\n", next + 1)) line++;
    return line;
  });
}

/** The line end that most lines of a text have; LF where there is none. */
export function usualLineEnd(text: string): "\n" | "\r\n" {
  const all = text.split("\n").length - 1;
  const windows = text.split("\r\n").length - 1;
  return windows * 2 > all ? "\r\n" : "\n";
}
