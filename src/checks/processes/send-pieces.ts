import type { CheckComparison, Finding, PlannedEdit } from "../types.ts";
import type { SiteComparison } from "./call-types.ts";

/**
 * Adds items to a list of the answer. The receiver reads each piece in one go, and a long list must not block
 * it.
 */
export type SendPiece = (list: string, items: unknown[]) => void;

const textMax = 2_000;
const findingsMax = 10_000;
const findingsPerPiece = 500;
const charactersPerPiece = 128 * 1024;

/** Sends the first 10,000 entries of each list, with the counts of all. */
export function sendComparison(
  send: SendPiece,
  comparison: CheckComparison,
): Omit<SiteComparison, "notJudged" | "rules" | "mdxPages" | "activePaths" | "externalLinks"> {
  const counts = { new: 0, fixed: 0, preexisting: 0, warnings: 0, removed: 0 };
  for (const list of ["new", "fixed", "preexisting", "warnings", "removed"] as const) {
    counts[list] = comparison[list].length;
    const shown = comparison[list].slice(0, findingsMax).map(shorten);
    for (let at = 0; at < shown.length; at += findingsPerPiece)
      send(list, shown.slice(at, at + findingsPerPiece));
  }
  return { new: [], fixed: [], preexisting: [], warnings: [], removed: [], counts };
}

export function sendFindings(send: SendPiece, findings: readonly Finding[]): void {
  const shown = findings.slice(0, findingsMax).map(shorten);
  for (let at = 0; at < shown.length; at += findingsPerPiece)
    send("findings", shown.slice(at, at + findingsPerPiece));
}

/** Findings that a change leaves as they are belong to every comparison with the same base. */
const shortened = new WeakMap<Finding, Finding>();

function shorten(finding: Finding): Finding {
  const known = shortened.get(finding) ?? shortenLinks(finding);
  shortened.set(finding, known);
  return known;
}

/**
 * Shortens links: a page can hold one of a mebibyte, which nobody reads and no repair needs. The subject
 * serves only comparisons.
 */
function shortenLinks({ subject: _, ...finding }: Finding): Finding {
  const { target, suggestion: __, candidates: ___, ...rest } = finding;
  const message = finding.message.slice(0, textMax);
  if (target === undefined || target.length <= textMax) return { ...finding, message };
  return { ...rest, message, target: target.slice(0, textMax) };
}

export function sendEdits(send: SendPiece, edits: readonly PlannedEdit[]): void {
  let piece: PlannedEdit[] = [];
  let size = 0;
  for (const edit of edits) {
    piece.push(edit);
    size += edit.text.length;
    if (size < charactersPerPiece) continue;
    send("edits", piece);
    piece = [];
    size = 0;
  }
  if (piece.length > 0) send("edits", piece);
}
