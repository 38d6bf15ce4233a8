export interface TextPart {
  text: string;
  changed: boolean;
}

// Pairs of lines with more differing words than this are marked as a whole between their equal ends.
const comparisonsMax = 40_000;

// Lines that share less than this part of their words are different lines, not a changed one.
const commonShareMin = 0.3;

/**
 * Splits a deleted and an added line into equal and changed parts, by words; null when they have too little
 * in common.
 */
export function markChanges(before: string, after: string): [TextPart[], TextPart[]] | null {
  const oldWords = splitWords(before);
  const newWords = splitWords(after);
  const start = countEqual(oldWords, newWords, (words, index) => words[index]);
  const rest = Math.min(oldWords.length, newWords.length) - start;
  const end = Math.min(
    rest,
    countEqual(oldWords, newWords, (words, index) => words[words.length - 1 - index]),
  );
  const oldMiddle = oldWords.slice(start, oldWords.length - end);
  const newMiddle = newWords.slice(start, newWords.length - end);
  const [oldKept, newKept] = findCommon(oldMiddle, newMiddle);
  const common = start + end + oldKept.size;
  if (common < commonShareMin * Math.max(oldWords.length, newWords.length)) return null;
  return [toParts(oldWords, start, end, oldKept), toParts(newWords, start, end, newKept)];
}

function splitWords(text: string): string[] {
  return text.match(/[\p{L}\p{N}\p{M}_]+|\s+|[^\p{L}\p{N}\p{M}_\s]/gu) ?? [];
}

function countEqual(a: string[], b: string[], at: (words: string[], index: number) => string | undefined) {
  const max = Math.min(a.length, b.length);
  let count = 0;
  while (count < max && at(a, count) === at(b, count)) count += 1;
  return count;
}

/** Indexes of the words of a longest common subsequence, in both lists. */
function findCommon(a: string[], b: string[]): [Set<number>, Set<number>] {
  const kept: [Set<number>, Set<number>] = [new Set(), new Set()];
  if (a.length * b.length > comparisonsMax) return kept;
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
    }
  }
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      kept[0].add(i++);
      kept[1].add(j++);
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i += 1;
    else j += 1;
  }
  return kept;
}

function toParts(words: string[], start: number, end: number, kept: Set<number>): TextPart[] {
  const parts: TextPart[] = [];
  for (const [index, text] of words.entries()) {
    const changed = index >= start && index < words.length - end && !kept.has(index - start);
    const last = parts.at(-1);
    if (last?.changed === changed) last.text += text;
    else parts.push({ text, changed });
  }
  return parts;
}
