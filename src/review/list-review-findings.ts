import { pairLines } from "../diff/mark-lines.ts";
import type { DiffFile } from "../diff/parse-unified-diff.ts";
import type { FindingRecord } from "../jobs/finding-schema.ts";
import { pathOf } from "./list-review-files.ts";
import type { ReviewFinding } from "./review-schema.ts";

interface FoundByChecks {
  new: readonly FindingRecord[];
  fixed: readonly FindingRecord[];
  preexisting?: readonly FindingRecord[] | undefined;
}

const lineCharactersMax = 1_000;

/**
 * Lists findings with the lines that they refer to, as far as the stored change contains them; new ones
 * first, then fixed ones.
 */
export function listReviewFindings(found: FoundByChecks, files: readonly DiffFile[]): ReviewFinding[] {
  const before = new Map(files.map((file) => [file.oldPath, file]));
  const after = new Map(files.map((file) => [pathOf(file), file]));
  const show =
    (state: "new" | "fixed" | "preexisting") =>
    (finding: FindingRecord): ReviewFinding => {
      const isOld = state === "fixed";
      const file = (isOld ? before : after).get(finding.path);
      const lines = linesAt(file, finding.line, isOld);
      return { ...finding, state, excerpt: isOld ? lines.before : lines.after, ...lines };
    };
  return [
    ...found.new.map(show("new")),
    ...found.fixed.map(show("fixed")),
    ...(found.preexisting ?? []).map(show("preexisting")),
  ];
}

/** Returns a line before and after the change, by its number on one of the two sides. */
function linesAt(
  file: DiffFile | undefined,
  number: number,
  isOld: boolean,
): { before: string | null; after: string | null } {
  for (const { lines } of file?.hunks ?? []) {
    const line = lines.find((one) => (isOld ? one.oldNumber : one.newNumber) === number);
    if (line === undefined) continue;
    if (line.kind === "context") return { before: cut(line.text), after: cut(line.text) };
    const pair = pairLines(lines).find((both) => both.includes(line));
    if (pair !== undefined) return { before: cut(pair[0].text), after: cut(pair[1].text) };
    return isOld ? { before: cut(line.text), after: null } : { before: null, after: cut(line.text) };
  }
  return { before: null, after: null };
}

function cut(text: string): string {
  return text.length <= lineCharactersMax ? text : `${text.slice(0, lineCharactersMax)}…`;
}
