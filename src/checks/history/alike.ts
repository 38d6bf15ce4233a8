const word = /[\p{L}\p{N}]+/gu;
/** Pages of one kind share many words, but few of them in the same order. */
const wordsTogether = 3;

/** What `alike` compares of a text. */
export interface TextRuns {
  /** A hash of each run of words, sorted. */
  hashes: Uint32Array;
  words: number;
}

export function readRuns(text: string): TextRuns {
  const words = text.match(word) ?? [];
  const ofWords = words.map(hashWord);
  const hashes = new Uint32Array(Math.max(0, words.length - wordsTogether + 1));
  for (let at = 0; at < hashes.length; at += 1)
    for (let next = 0; next < wordsTogether; next += 1)
      hashes[at] = Math.imul(hashes[at]!, fnvPrime) ^ ofWords[at + next]!;
  return { hashes: hashes.sort(), words: words.length };
}

/**
 * Returns the share of equal runs of words in two texts, from 0 to 1, and the number of words in the shorter
 * one.
 */
export function alike(a: TextRuns, b: TextRuns): { share: number; words: number } {
  const all = a.hashes.length + b.hashes.length;
  const share = all === 0 ? 0 : (2 * countCommon(a.hashes, b.hashes)) / all;
  return { share, words: Math.min(a.words, b.words) };
}

/** Counts a value as often as both lists have it. */
function countCommon(a: Uint32Array, b: Uint32Array): number {
  let common = 0;
  for (let atA = 0, atB = 0; atA < a.length && atB < b.length; ) {
    const difference = a[atA]! - b[atB]!;
    if (difference === 0) common += 1;
    if (difference <= 0) atA += 1;
    if (difference >= 0) atB += 1;
  }
  return common;
}

const fnvPrime = 0x01000193;

/** 32-bit FNV-1a (Fowler, Noll and Vo) of UTF-16 code units. */
function hashWord(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), fnvPrime);
  return hash;
}
