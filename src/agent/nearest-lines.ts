import { type Sliced, stepsPerStop } from "../text/run-in-slices.ts";
import { foldText } from "./fold-text.ts";
import { indexLines } from "./index-lines.ts";

const linesMax = 5;
const lineCharactersMax = 1_000;
const charactersPerStop = 16_384;

interface Scored {
  /** 1-based. */
  line: number;
  score: number;
}

/**
 * Returns at most 5 lines that most resemble the start of `old`, for a model that misremembered it. Compares
 * the first 1,000 characters of each line.
 */
export function* nearestLines(text: string, old: string): Sliced<{ line: number; text: string }[]> {
  const wanted = old.split("\n", linesMax * stepsPerStop).filter((line) => line.trim() !== "");
  const [first] = wanted;
  if (first === undefined) return [];
  const lines = indexLines(text);
  const best = yield* findBest(lines, wordsOf(first));
  if (best.length === 0) return [];
  if (wanted.length === 1) return best.map(({ line }) => numbered(line)).sort((a, b) => a.line - b.line);
  const last = Math.min(lines.count, best[0]!.line - 1 + Math.min(linesMax, wanted.length));
  const shown: { line: number; text: string }[] = [];
  for (let line = best[0]!.line; line <= last; line++) shown.push(numbered(line));
  return shown;

  function numbered(line: number) {
    return { line, text: lines.at(line - 1) };
  }
}

/** Returns the three lines with the most words in common, best first. */
function* findBest(lines: ReturnType<typeof indexLines>, words: ReadonlySet<string>): Sliced<Scored[]> {
  const best: Scored[] = [];
  let looked = 0;
  for (let index = 0; index < lines.count; index++) {
    const line = lines.at(index);
    looked += Math.min(line.length, lineCharactersMax) + 8;
    if (looked > charactersPerStop) {
      looked = 0;
      yield;
    }
    const score = line === "" ? 0 : similarity(words, wordsOf(line));
    if (score < 0.3 || score <= (best[2]?.score ?? 0)) continue;
    const place = best.findIndex((other) => other.score < score);
    best.splice(place === -1 ? best.length : place, 0, { line: index + 1, score });
    best.length = Math.min(3, best.length);
  }
  return best;
}

function wordsOf(line: string): Set<string> {
  return new Set(
    foldText(line.slice(0, lineCharactersMax))
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
