import { markChanges, type TextPart } from "./mark-changes.ts";
import type { DiffLine } from "./parse-unified-diff.ts";

/** Compares each deleted line of a run with the added line that replaces it. */
export function markLines(lines: readonly DiffLine[]): Map<DiffLine, TextPart[]> {
  const marks = new Map<DiffLine, TextPart[]>();
  for (const [deleted, added] of pairLines(lines)) {
    const changes = markChanges(deleted.text, added.text);
    if (changes === null) continue;
    marks.set(deleted, changes[0]);
    marks.set(added, changes[1]);
  }
  return marks;
}

/** Pairs deleted lines with the added ones that replace them, in order within each run. */
export function pairLines(lines: readonly DiffLine[]): [deleted: DiffLine, added: DiffLine][] {
  const pairs: [DiffLine, DiffLine][] = [];
  let deleted: DiffLine[] = [];
  let added: DiffLine[] = [];
  const flush = () => {
    const count = Math.min(deleted.length, added.length);
    for (let index = 0; index < count; index += 1) pairs.push([deleted[index]!, added[index]!]);
    deleted = [];
    added = [];
  };
  for (const line of lines) {
    if (line.kind === "context" || (line.kind === "deleted" && added.length > 0)) flush();
    if (line.kind === "deleted") deleted.push(line);
    if (line.kind === "added") added.push(line);
  }
  flush();
  return pairs;
}
