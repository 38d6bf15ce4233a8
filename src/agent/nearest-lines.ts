import { foldText } from "./fold-text.ts";

const linesMax = 5;

/** The lines of a text that look most like the start of `old`, at most 5, for a model that misremembered them. */
export function nearestLines(lines: readonly string[], old: string): { line: number; text: string }[] {
  const wanted = old.split("\n").filter((line) => line.trim() !== "");
  const [first] = wanted;
  if (first === undefined) return [];
  const words = wordsOf(first);
  const scored = lines
    .map((text, index) => ({ line: index + 1, text, score: similarity(words, wordsOf(text)) }))
    .filter(({ score }) => score >= 0.3)
    .sort((a, b) => b.score - a.score || a.line - b.line);
  const [best] = scored;
  if (best === undefined) return [];
  if (wanted.length === 1) return numbered(scored.slice(0, 3)).sort((a, b) => a.line - b.line);
  const window = lines.slice(best.line - 1, best.line - 1 + Math.min(linesMax, wanted.length));
  return window.map((text, index) => ({ line: best.line + index, text }));
}

function numbered(scored: readonly { line: number; text: string }[]) {
  return scored.map(({ line, text }) => ({ line, text }));
}

function wordsOf(line: string): Set<string> {
  return new Set(
    foldText(line)
      .text.toLowerCase()
      .match(/[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [],
  );
}

function similarity(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size === 0 || b.size === 0) return 0;
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return (2 * common) / (a.size + b.size);
}
