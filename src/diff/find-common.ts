// With more pairs than this between their equal ends, lists are taken to have nothing else in common.
const comparisonsMax = 40_000;

/** Returns the indexes of a longest common subsequence's items in both lists. */
export function findCommon(a: readonly string[], b: readonly string[]): [Set<number>, Set<number>] {
  const least = Math.min(a.length, b.length);
  let start = 0;
  while (start < least && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < least - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  const kept: [Set<number>, Set<number>] = [new Set(), new Set()];
  for (let index = 0; index < start; index += 1) keep(kept, index, index);
  keepMiddle(kept, a.slice(start, a.length - end), b.slice(start, b.length - end), start);
  for (let index = end; index > 0; index -= 1) keep(kept, a.length - index, b.length - index);
  return kept;
}

function keep([ofA, ofB]: readonly [Set<number>, Set<number>], i: number, j: number): void {
  ofA.add(i);
  ofB.add(j);
}

function keepMiddle(
  kept: readonly [Set<number>, Set<number>],
  a: readonly string[],
  b: readonly string[],
  offset: number,
): void {
  if (a.length * b.length > comparisonsMax) return;
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
    if (a[i] === b[j]) keep(kept, offset + i++, offset + j++);
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i += 1;
    else j += 1;
  }
}
