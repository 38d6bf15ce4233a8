const word = /[\p{L}\p{N}]+/gu;
/** Pages of one kind share many words, but few of them in the same order. */
const wordsTogether = 3;

/**
 * Returns the share of equal runs of words in two texts, from 0 to 1, and the number of words in the shorter
 * one.
 */
export function alike(a: string, b: string): { share: number; words: number } {
  const [ofA, ofB] = [countRuns(a), countRuns(b)];
  let common = 0;
  for (const [one, count] of ofA.runs) common += Math.min(count, ofB.runs.get(one) ?? 0);
  const all = ofA.size + ofB.size;
  return { share: all === 0 ? 0 : (2 * common) / all, words: Math.min(ofA.words, ofB.words) };
}

function countRuns(text: string): { runs: Map<string, number>; size: number; words: number } {
  const words = text.match(word) ?? [];
  const runs = new Map<string, number>();
  const size = Math.max(0, words.length - wordsTogether + 1);
  for (let at = 0; at < size; at += 1) {
    const run = words.slice(at, at + wordsTogether).join(" ");
    runs.set(run, (runs.get(run) ?? 0) + 1);
  }
  return { runs, size, words: words.length };
}
