import { parseUnifiedDiff } from "../diff/parse-unified-diff.ts";

/** Similarity of a change to the one that people merged; each value is from 0 to 1. */
export interface ChangeScore {
  /** Agreement on the pages changed. */
  pages: number;
  /** Agreement on the exact lines added and deleted. */
  lines: number;
  /** Agreement on the words added and removed, wherever they are. */
  terms: number;
  /** Mean of the others, halved if the change introduces problems. */
  total: number;
}

/** Compares two unified diffs. Identical changes score 1, an empty one 0. */
export function scoreChange(
  made: string,
  merged: string,
  { newProblems }: { newProblems: number },
): ChangeScore {
  const [ours, theirs] = [readChange(made), readChange(merged)];
  if (ours.pages.size === 0) return { pages: 0, lines: 0, terms: 0, total: 0 };
  const pages = overlap(ours.pages, theirs.pages);
  const lines = overlap(ours.lines, theirs.lines);
  const terms = overlap(ours.terms, theirs.terms);
  const mean = (pages + lines + terms) / 3;
  return { pages, lines, terms, total: newProblems > 0 ? mean / 2 : mean };
}

type Counts = Map<string, number>;

function readChange(patch: string): { pages: Counts; lines: Counts; terms: Counts } {
  const change = { pages: new Map(), lines: new Map(), terms: new Map() };
  for (const { oldPath, newPath, status, hunks } of parseUnifiedDiff(patch)) {
    const path = status === "deleted" ? oldPath : newPath;
    count(change.pages, path);
    const words: Counts = new Map();
    for (const { kind, text } of hunks.flatMap((hunk) => hunk.lines)) {
      if (kind !== "added" && kind !== "deleted") continue;
      const sign = kind === "added" ? 1 : -1;
      if (text.trim() !== "") count(change.lines, `${path}\0${sign}\0${text.trim()}`);
      for (const word of text.toLowerCase().match(/[\p{L}\p{N}_$.-]+/gu) ?? []) count(words, word, sign);
    }
    // A word that only moved, or whose line was rewritten around it, was neither added nor removed.
    for (const [word, n] of words) if (n !== 0) count(change.terms, `${Math.sign(n)}\0${word}`, Math.abs(n));
  }
  // A change of order or whitespace alone is still that change.
  if (change.terms.size === 0) for (const [line, n] of change.lines) count(change.terms, line, n);
  return change;
}

function count(counts: Counts, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

/** Returns the harmonic mean of precision and recall; 1 if both are empty. */
function overlap(ours: Counts, theirs: Counts): number {
  const sum = (counts: Counts) => [...counts.values()].reduce((total, n) => total + n, 0);
  const [all, wanted] = [sum(ours), sum(theirs)];
  if (all === 0 && wanted === 0) return 1;
  let shared = 0;
  for (const [key, n] of ours) shared += Math.min(n, theirs.get(key) ?? 0);
  return (2 * shared) / (all + wanted);
}
