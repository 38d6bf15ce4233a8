type Pair = [number, number];

const comparisonsMax = 1_000_000;

/**
 * Returns index pairs of a longest common subsequence. For long lists, entries that occur once in both, in
 * the same order, are matched first; then the parts between them are compared.
 */
export function findCommon(a: readonly string[], b: readonly string[]): Pair[] {
  if (a.length * b.length <= comparisonsMax) return findLongest(a, b);
  const pairs: Pair[] = [];
  let from: Pair = [0, 0];
  const anchors = findAnchors(a, b);
  if (anchors.length === 0) return [];
  for (const to of [...anchors, [a.length, b.length] as Pair]) {
    const between = findCommon(a.slice(from[0], to[0]), b.slice(from[1], to[1]));
    for (const [one, other] of between) pairs.push([from[0] + one, from[1] + other]);
    if (to[0] < a.length) pairs.push(to);
    from = [to[0] + 1, to[1] + 1];
  }
  return pairs;
}

/**
 * Matches entries that occur once in each list, as far as their order agrees: the longest increasing
 * sequence.
 */
function findAnchors(a: readonly string[], b: readonly string[]): Pair[] {
  const [inA, inB] = [findSingles(a), findSingles(b)];
  const pairs = [...inA].flatMap(([text, at]): Pair[] => (inB.has(text) ? [[at, inB.get(text)!]] : []));
  const before = new Int32Array(pairs.length);
  /** For each length, the last pair of the sequence that ends lowest. */
  const ends: number[] = [];
  for (const [index, [, at]] of pairs.entries()) {
    let low = 0;
    for (let high = ends.length; low < high; ) {
      const middle = (low + high) >> 1;
      if (pairs[ends[middle]!]![1] < at) low = middle + 1;
      else high = middle;
    }
    before[index] = low === 0 ? -1 : ends[low - 1]!;
    ends[low] = index;
  }
  const row: Pair[] = [];
  for (let index = ends.at(-1) ?? -1; index !== -1; index = before[index]!) row.push(pairs[index]!);
  return row.reverse();
}

function findSingles(list: readonly string[]): Map<string, number> {
  const found = new Map<string, number>();
  const often = new Set<string>();
  for (const [index, text] of list.entries()) {
    if (found.has(text)) often.add(text);
    found.set(text, index);
  }
  for (const text of often) found.delete(text);
  return found;
}

function findLongest(a: readonly string[], b: readonly string[]): Pair[] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        a[i] === b[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  const pairs: Pair[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i += 1;
    else j += 1;
  }
  return pairs;
}
