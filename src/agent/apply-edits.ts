import { findMatches, type Match } from "./find-matches.ts";
import { type FoldedText, foldText } from "./fold-text.ts";
import { nearestLines } from "./nearest-lines.ts";
import { rewriteSpan } from "./rewrite-span.ts";
import { formatNotFound, formatSeveral } from "./tools/format-edit.ts";
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
  let folded: FoldedText | undefined;
  const fold = () => {
    folded ??= foldText(text);
    return folded;
  };
  const lineEnd = usualLineEnd(text);
  const placed: Placed[] = [];
  for (const [index, edit] of edits.entries()) {
    const places = placeEdit(text, cleanEdit(edit), index + 1, lineEnd, fold);
    if (typeof places === "string") return { ok: false, reason: places };
    placed.push(...places);
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
  return { ...edit, old: edit.old.replace(/^\uFEFF/, ""), new: edit.new.replace(/^\uFEFF/, "") };
}

function placeEdit(
  text: string,
  edit: RequestedEdit,
  number: number,
  lineEnd: string,
  fold: () => FoldedText,
): Placed[] | string {
  if (edit.old === "") return `edit ${number}: old text is empty`;
  if (edit.old === edit.new) return `edit ${number}: old and new text are the same`;
  const matches = findMatches(text, edit.old, fold);
  if (matches.length === 0) return formatNotFound(number, nearestLines(splitLines(text), edit.old));
  if (matches.length > 1 && !edit.all) {
    return formatSeveral(
      number,
      matches.map((match) => lineAt(text, match.start)),
    );
  }
  return withoutOverlaps(matches).map((match) => {
    const span = text.slice(match.start, match.end);
    return { number, at: match.start, old: span, new: writeSpan(span, edit, match, lineEnd) };
  });
}

function writeSpan(span: string, edit: RequestedEdit, match: Match, lineEnd: string): string {
  const isLiteral =
    match.isExact && (lineEnd === "\n" ? !edit.new.includes("\r\n") : !edit.new.includes("\n"));
  return isLiteral ? edit.new : rewriteSpan(span, edit.old, edit.new, lineEnd);
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

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at !== -1 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}

/** The line end that most lines of a text have; LF where there is none. */
export function usualLineEnd(text: string): "\n" | "\r\n" {
  const all = text.split("\n").length - 1;
  const windows = text.split("\r\n").length - 1;
  return windows * 2 > all ? "\r\n" : "\n";
}
