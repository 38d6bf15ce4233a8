import { findCommon } from "./find-common.ts";

export interface TextPart {
  text: string;
  changed: boolean;
}

// Lines that share a smaller part of their words are different lines, not a changed one.
const commonShareMin = 0.3;

/**
 * Splits a deleted and an added line into equal and changed parts, by words; null if they have too little
 * in common.
 */
export function markChanges(before: string, after: string): [TextPart[], TextPart[]] | null {
  const oldWords = splitWords(before);
  const newWords = splitWords(after);
  const [oldKept, newKept] = findCommon(oldWords, newWords);
  const common = oldKept.size;
  if (common < commonShareMin * Math.max(oldWords.length, newWords.length)) return null;
  return [toParts(oldWords, oldKept), toParts(newWords, newKept)];
}

function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu) ?? [];
}

function toParts(words: string[], kept: Set<number>): TextPart[] {
  const parts: TextPart[] = [];
  for (const [index, text] of words.entries()) {
    const changed = !kept.has(index);
    const last = parts.at(-1);
    if (last?.changed === changed) last.text += text;
    else parts.push({ text, changed });
  }
  return parts;
}
