import type { CollectedComment, CollectedSuggestion } from "./collected-review.ts";
import type { DiffLine } from "./split-rows.ts";

export interface Place {
  path: string;
  side: "before" | "after";
  startLine: number;
  line: number;
}

/** The current draft: only one at a time. */
export type Draft = ({ kind: "comment" } & CollectedComment) | ({ kind: "suggestion" } & CollectedSuggestion);

/**
 * Returns the place of a comment on a line of the diff: removed lines belong to the page before, all others
 * to the page after.
 */
export function placeOfLine(path: string, { kind, oldLine, newLine }: DiffLine): Place | null {
  const line = kind === "-" ? oldLine : newLine;
  return line === null ? null : { path, side: kind === "-" ? "before" : "after", startLine: line, line };
}

/** Extends the first chosen place to the other one, if both are on the same side of the same page. */
export function extendPlace(from: Place | null, to: Place): Place {
  if (from === null || from.path !== to.path || from.side !== to.side) return to;
  return {
    ...to,
    startLine: Math.min(from.startLine, to.startLine),
    line: Math.max(from.line, to.line),
  };
}

export function keyOfPlace({ side, line }: Pick<Place, "side" | "line">): string {
  return `${side}:${line}`;
}

export function placeOfDraft(draft: Draft): Place {
  if (draft.kind === "comment") return draft;
  const { path, startLine, endLine } = draft;
  return { path, side: "after", startLine, line: endLine };
}

/** Returns the lines from the first to the last, as in the text. */
export function linesOf(text: string, startLine: number, endLine: number): string {
  return text
    .split("\n")
    .slice(startLine - 1, endLine)
    .join("\n");
}

/** Returns e.g. `line 3` or `lines 3 to 5`. */
export function nameLines(startLine: number, endLine: number): string {
  return startLine === endLine ? `line ${endLine}` : `lines ${startLine} to ${endLine}`;
}
