import { findCommon } from "./find-common.ts";

/** A block before, after, or both if they correspond; indexes into the two lists. */
export type AlignedBlock =
  | { state: "same" | "changed"; before: number; after: number }
  | { state: "added"; before: null; after: number }
  | { state: "removed"; before: number; after: null };

/** Aligns two lists of blocks. Blocks in the same place that are alike (`isAlike`) count as changed. */
export function alignBlocks(
  before: readonly string[],
  after: readonly string[],
  isAlike: (before: string, after: string) => boolean,
): AlignedBlock[] {
  const start = countEqual(before, after, (list, index) => list[index]);
  const rest = Math.min(before.length, after.length) - start;
  const end = Math.min(
    rest,
    countEqual(before, after, (list, index) => list[list.length - 1 - index]),
  );
  const aligned: AlignedBlock[] = [];
  for (let index = 0; index < start; index += 1) aligned.push({ state: "same", before: index, after: index });
  const gap = { before: start, after: start };
  for (const [one, other] of findCommon(
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  )) {
    alignGap(aligned, { before, after, isAlike }, gap, { before: start + one, after: start + other });
    aligned.push({ state: "same", before: start + one, after: start + other });
    Object.assign(gap, { before: start + one + 1, after: start + other + 1 });
  }
  alignGap(aligned, { before, after, isAlike }, gap, {
    before: before.length - end,
    after: after.length - end,
  });
  for (let index = end; index > 0; index -= 1)
    aligned.push({ state: "same", before: before.length - index, after: after.length - index });
  return aligned;
}

interface Place {
  before: number;
  after: number;
}

interface Lists {
  before: readonly string[];
  after: readonly string[];
  isAlike(before: string, after: string): boolean;
}

function alignGap(aligned: AlignedBlock[], { before, after, isAlike }: Lists, from: Place, to: Place): void {
  let next = from.after;
  for (let index = from.before; index < to.before; index += 1) {
    let found = next;
    while (found < to.after && !isAlike(before[index]!, after[found]!)) found += 1;
    if (found === to.after) {
      aligned.push({ state: "removed", before: index, after: null });
      continue;
    }
    for (; next < found; next += 1) aligned.push({ state: "added", before: null, after: next });
    aligned.push({ state: "changed", before: index, after: found });
    next = found + 1;
  }
  for (; next < to.after; next += 1) aligned.push({ state: "added", before: null, after: next });
}

function countEqual(
  a: readonly string[],
  b: readonly string[],
  at: (list: readonly string[], index: number) => string | undefined,
): number {
  const max = Math.min(a.length, b.length);
  let count = 0;
  while (count < max && at(a, count) === at(b, count)) count += 1;
  return count;
}
