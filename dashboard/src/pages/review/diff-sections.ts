import type { ReviewHunk } from "./review-types.ts";
import type { DiffLine } from "./split-rows.ts";

export interface Gap {
  type: "gap";
  oldStart: number;
  newStart: number;
  /** Null: to the end of a file whose text is unknown. */
  count: number | null;
}

export type Section = { type: "lines"; lines: readonly DiffLine[] } | Gap;

/** Returns the changed places of a file and, between them, the number of unchanged lines left out. */
export function toSections(hunks: readonly ReviewHunk[], after: string | null): Section[] {
  const sections: Section[] = [];
  let [nextOld, nextNew] = [1, 1];
  for (const hunk of hunks) {
    const [oldStart, newStart] = firstLines(hunk);
    if (newStart > nextNew)
      sections.push({ type: "gap", oldStart: nextOld, newStart: nextNew, count: newStart - nextNew });
    sections.push({ type: "lines", lines: hunk.lines });
    [nextOld, nextNew] = [oldStart + hunk.oldLines, newStart + hunk.newLines];
  }
  const rest = after === null || hunks.length === 0 ? 0 : countLines(after) - nextNew + 1;
  if (rest > 0) sections.push({ type: "gap", oldStart: nextOld, newStart: nextNew, count: rest });
  return sections;
}

/** Returns the unchanged lines of a gap, from the text of the file. */
export function linesOfGap({ oldStart, newStart, count }: Gap, after: string): DiffLine[] {
  const lines = after.split("\n").slice(newStart - 1, newStart - 1 + (count ?? 0));
  return lines.map((text, index) => ({
    kind: " ",
    oldLine: oldStart + index,
    newLine: newStart + index,
    text: text.endsWith("\r") ? text.slice(0, -1) : text,
  }));
}

/** For a side without lines, a hunk names the line before it. */
function firstLines({ oldStart, oldLines, newStart, newLines }: ReviewHunk): [number, number] {
  return [oldLines === 0 ? oldStart + 1 : oldStart, newLines === 0 ? newStart + 1 : newStart];
}

function countLines(text: string): number {
  const lines = text.split("\n").length;
  return text.endsWith("\n") ? lines - 1 : lines;
}
