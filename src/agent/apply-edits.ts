import { joinSliced } from "../text/join-sliced.ts";
import { runAtOnce, type Sliced, stepsPerStop } from "../text/run-in-slices.ts";
import { findMatches, type Match } from "./find-matches.ts";
import { type FoldedText, foldText, isInCharacter } from "./fold-text.ts";
import { nearestLines } from "./nearest-lines.ts";
import { findSyntaxBlocks, rewriteSpan } from "./rewrite-span.ts";
import { formatCutCharacter, formatNotFound, formatSeveral, formatTooLarge } from "./tools/format-edit.ts";
import { fileBytesMax } from "./working-files.ts";

/** Well above the limit of a file, so that no edit is refused that might still fit. */
const writtenCharactersMax = 4 * fileBytesMax;

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
 * Applies a batch of edits that all refer to the same text, either all or none. Text outside the matched
 * spans is never changed; inside them, whatever an edit does not change keeps its typography and line ends. A
 * byte order mark is never matched.
 */
export function applyEdits(text: string, edits: readonly RequestedEdit[]): EditResult {
  return runAtOnce(applyEditsSliced(text, edits));
}

/** Applies edits in slices, because a batch for a large file may take seconds. */
export function* applyEditsSliced(text: string, edits: readonly RequestedEdit[]): Sliced<EditResult> {
  const edited = describeText(text);
  const placed: Placed[] = [];
  for (const [index, edit] of edits.entries()) {
    const places = yield* placeEdit(edited, cleanEdit(edit), index + 1);
    if (typeof places === "string") return { ok: false, reason: places };
    for (const place of places) placed.push(place);
  }
  // The matches of one edit are ascending and do not overlap.
  if (edits.length > 1) {
    placed.sort((a, b) => a.at - b.at || a.number - b.number);
    yield;
    const overlap = findOverlap(placed);
    if (overlap !== null) return { ok: false, reason: overlap };
  }
  const replacements: Replacement[] = [];
  for (const { at, old, new: added } of placed) {
    if (replacements.push({ at, old, new: added }) % stepsPerStop === 0) yield;
  }
  return { ok: true, text: yield* replaceSliced(text, replacements), replacements };
}

/** Expects ascending replacements that do not overlap. */
export function replaceAt(text: string, replacements: readonly Replacement[]): string {
  return runAtOnce(replaceSliced(text, replacements));
}

export function* replaceSliced(text: string, replacements: readonly Replacement[]): Sliced<string> {
  const result = joinSliced();
  let next = 0;
  for (const [index, { at, old, new: added }] of replacements.entries()) {
    if (index % stepsPerStop === 0) yield;
    result.add(text.slice(next, at));
    result.add(added);
    next = at + old.length;
  }
  result.add(text.slice(next));
  return result.end();
}

function cleanEdit(edit: RequestedEdit): RequestedEdit {
  return { ...edit, old: edit.old.replace(/^\uFEFF+/, ""), new: edit.new.replace(/^\uFEFF+/, "") };
}

/** A text with derived data that is computed once, on first use. */
interface EditedText {
  text: string;
  lineEnd: string;
  folded(): FoldedText;
  syntaxBlocks(): Sliced<[start: number, end: number][]>;
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
    *syntaxBlocks() {
      blocks ??= yield* findSyntaxBlocks(text);
      return blocks;
    },
  };
}

function* placeEdit(edited: EditedText, edit: RequestedEdit, number: number): Sliced<Placed[] | string> {
  yield;
  const { text } = edited;
  if (edit.old === "") return `edit ${number}: old text is empty`;
  if (edit.old === edit.new) return `edit ${number}: old and new text are the same`;
  const found = yield* findMatches(text, edit.old, edited.folded);
  if (found.length === 0) return formatNotFound(number, yield* nearestLines(text, edit.old));
  const matches = yield* withoutBroken(text, found, edit);
  if (matches.length === 0) return formatCutCharacter(number);
  if (matches.length > 1 && !edit.all) return formatSeveral(number, yield* linesOf(text, matches));
  return yield* writePlaces(edited, edit, number, withoutOverlaps(matches));
}

/** New text by matched span of an edit; most spans are alike. */
type Rewritten = Map<string, { isProse: boolean; text: string }>;

function* writePlaces(
  edited: EditedText,
  edit: RequestedEdit,
  number: number,
  matches: readonly Match[],
): Sliced<Placed[] | string> {
  const placed: Placed[] = [];
  const rewritten: Rewritten = new Map();
  let written = 0;
  for (const match of matches) {
    const span = edited.text.slice(match.start, match.end);
    const added = yield* writeSpan(edited, edit, match, span, rewritten);
    written += added.length;
    if (written > writtenCharactersMax) return formatTooLarge(number);
    if (placed.push({ number, at: match.start, old: span, new: added }) % stepsPerStop === 0) yield;
  }
  return placed;
}

function* writeSpan(
  edited: EditedText,
  edit: RequestedEdit,
  { start, isExact }: Match,
  span: string,
  rewritten: Rewritten,
): Sliced<string> {
  const { lineEnd } = edited;
  const keepsLineEnds = lineEnd === "\n" ? !`${span} ${edit.new}`.includes("\r\n") : !edit.new.includes("\n");
  if (isExact && keepsLineEnds) return edit.new;
  const isProse = !isExact && !isWithin(yield* edited.syntaxBlocks(), start);
  const known = rewritten.get(span);
  if (known?.isProse === isProse) return known.text;
  const text = yield* rewriteSpan(span, edit, { lineEnd, isProse });
  rewritten.set(span, { isProse, text });
  return text;
}

/** True if one of the ascending blocks contains the offset. */
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

/**
 * Drops matches whose replacement would separate an accent from its letter or split an emoji of several
 * characters.
 */
function* withoutBroken(
  text: string,
  found: readonly Match[],
  edit: RequestedEdit,
): Sliced<readonly Match[]> {
  const [firstOld, firstNew] = [edit.old, edit.new].map((part) => [...part.slice(0, 2)][0]);
  const [lastOld, lastNew] = [edit.old, edit.new].map((part) => [...part.slice(-2)].at(-1));
  const [keepsFirst, keepsLast] = [firstOld === firstNew, lastOld === lastNew];
  if (keepsFirst && keepsLast) return found;
  const whole: Match[] = [];
  for (const [index, match] of found.entries()) {
    if (index % stepsPerStop === 0) yield;
    const breaks =
      (!keepsFirst && isInCharacter(text, match.start)) || (!keepsLast && isInCharacter(text, match.end));
    if (!breaks) whole.push(match);
  }
  return whole;
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

/** Returns the 1-based lines of ascending matches. */
function* linesOf(text: string, matches: readonly Match[]): Sliced<number[]> {
  const lines: number[] = [];
  let line = 1;
  let next = text.indexOf("\n");
  for (const { start } of matches) {
    for (; next !== -1 && next < start; next = text.indexOf("\n", next + 1)) line++;
    if (lines.push(line) % stepsPerStop === 0) yield;
  }
  return lines;
}

/** Returns the most frequent line end of a text; LF if there is none. */
export function usualLineEnd(text: string): "\n" | "\r\n" {
  let all = 0;
  let windows = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) !== 10) continue;
    all++;
    if (text.charCodeAt(at - 1) === 13) windows++;
  }
  return windows * 2 > all ? "\r\n" : "\n";
}
