import type { TextPart } from "../diff/mark-changes.ts";
import { markLines } from "../diff/mark-lines.ts";
import type { DiffHunk, DiffLine } from "../diff/parse-unified-diff.ts";
import type { ReviewHunk, ReviewLine } from "./review-schema.ts";

const kinds = { context: " ", added: "+", deleted: "-" } as const;

export function toReviewHunks(hunks: readonly DiffHunk[]): ReviewHunk[] {
  return hunks.map((hunk) => {
    const marks = markLines(hunk.lines);
    const lines = hunk.lines.flatMap((line) => toReviewLine(line, marks.get(line)));
    return {
      oldStart: hunk.oldStart,
      oldLines: lines.filter(({ oldLine }) => oldLine !== null).length,
      newStart: hunk.newStart,
      newLines: lines.filter(({ newLine }) => newLine !== null).length,
      lines,
    };
  });
}

function toReviewLine(line: DiffLine, parts: TextPart[] | undefined): ReviewLine[] {
  const { kind, oldNumber, newNumber, text } = line;
  if (kind === "note") return [];
  const found = parts === undefined ? [] : rangesOf(parts);
  return [
    {
      kind: kinds[kind],
      oldLine: oldNumber,
      newLine: newNumber,
      text,
      ...(found.length > 0 && { changes: found }),
    },
  ];
}

function rangesOf(parts: readonly TextPart[]): [number, number][] {
  const ranges: [number, number][] = [];
  let at = 0;
  for (const { text, changed } of parts) {
    if (changed) ranges.push([at, at + text.length]);
    at += text.length;
  }
  return ranges;
}
