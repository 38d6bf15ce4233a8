import type { CollectedComment, CollectedSuggestion } from "./collected-review.ts";
import type { DiffLine } from "./split-rows.ts";

export interface Place {
  path: string;
  side: "before" | "after";
  startLine: number;
  line: number;
}

/** What is being written: one thing at a time. */
export type Draft = ({ kind: "comment" } & CollectedComment) | ({ kind: "suggestion" } & CollectedSuggestion);

/**
 * Where a comment on a line of the diff belongs: removed lines are of the page before, all others of the page
 * after.
 */
export function placeOfLine(path: string, { kind, oldLine, newLine }: DiffLine): Place | null {
  const line = kind === "-" ? oldLine : newLine;
  return line === null ? null : { path, side: kind === "-" ? "before" : "after", startLine: line, line };
}

/** From the place that was chosen first to the other one, where both are on one side of one page. */
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

/** The lines from the first to the last, as the text has them. */
export function linesOf(text: string, startLine: number, endLine: number): string {
  return text
    .split("\n")
    .slice(startLine - 1, endLine)
    .join("\n");
}

/** `line 3`, `lines 3 to 5`. */
export function nameLines(startLine: number, endLine: number): string {
  return startLine === endLine ? `line ${endLine}` : `lines ${startLine} to ${endLine}`;
}
