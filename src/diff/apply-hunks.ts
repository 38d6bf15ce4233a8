import type { DiffHunk } from "./parse-unified-diff.ts";

/**
 * Returns the text that results from a file's hunks on the previous one ("" for a new file); null if they
 * do not match it.
 */
export function applyHunks(before: string, hunks: readonly DiffHunk[]): string | null {
  const lines = before.split("\n");
  // The last field is what follows the last line break: nothing, or a line without one.
  const result: string[] = [];
  let at = 0;
  let endsInLine: boolean | null = null;
  for (const { oldStart, lines: changed } of hunks) {
    const isInsertion = changed.every(({ oldNumber }) => oldNumber === null);
    const start = isInsertion ? oldStart : oldStart - 1;
    if (start < at || start > lines.length) return null;
    while (at < start) result.push(lines[at++]!);
    for (const [index, { kind, text }] of changed.entries()) {
      if (kind === "note") {
        if (changed[index - 1]?.kind !== "deleted") endsInLine = true;
      } else if (kind === "added") result.push(text);
      else if (lines[at] !== text) return null;
      else {
        if (kind === "context") result.push(text);
        at += 1;
      }
    }
  }
  const rest = lines.slice(at);
  if (endsInLine) return result.join("\n");
  // What is left is the end of the old text; after a hunk that reached it, the new text ends with a line
  // break.
  if (rest.length === 0) return result.length === 0 ? "" : `${result.join("\n")}\n`;
  return [...result, ...rest].join("\n");
}
