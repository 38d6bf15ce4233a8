import { type Sliced, stepsPerStop } from "../text/run-in-slices.ts";
import { type Block, createUniquenessTest } from "./unique-block.ts";

export interface TextEdit {
  old: string;
  new: string;
  all?: boolean;
}

/** 0-based line index → new text, which may hold further lines separated by \n. */
export type LineChanges = Map<number, string>;

/** A line that becomes `null` goes with its end. */
type LineChangesAndRemovals = ReadonlyMap<number, string | null>;

/** So that a page with tens of thousands of changes is still planned and applied in little time. */
const editsMax = 200;

/**
 * Plans edits whose `old` text occurs once in the page: each is a changed line with as many neighbours as
 * that takes. `unplaced` lists changed lines without such an edit, because a neighbouring line is cut and
 * only its start is known.
 */
export function* planEdits(
  lines: readonly string[],
  changes: LineChangesAndRemovals,
  isCut: (index: number) => boolean = () => false,
): Sliced<{ edits: TextEdit[]; unplaced: number[] }> {
  const isUnique = createUniquenessTest(lines);
  const blocks: Block[] = [];
  const unplaced: number[] = [];
  yield;
  for (const group of yield* groupChanges(
    [...changes.keys()].sort((a, b) => a - b),
    isCut,
  )) {
    const last = blocks.at(-1);
    const [start, end] = [group[0]!, group.at(-1)!];
    if (last !== undefined && end <= last.end) continue;
    yield;
    const block = yield* findUniqueBlock(lines, { start, end }, isUnique, isCut);
    if (block === null) for (const index of group) unplaced.push(index);
    else blocks.push(block);
    mergeBackwards(blocks);
  }
  const placed = unplaced.length === 0 ? changes : without(changes, unplaced);
  const edits: TextEdit[] = [];
  for (const block of blocks) {
    yield;
    edits.push(toEdit(lines, placed, block));
  }
  return { edits, unplaced };
}

/** Groups each line by itself or, if that makes too many edits, with the nearest changed lines. */
function* groupChanges(indices: readonly number[], isCut: (index: number) => boolean): Sliced<number[][]> {
  const gaps = indices.map((index, at) => (at === 0 ? 0 : index - indices[at - 1]!));
  const smallest =
    indices.length <= editsMax ? 1 : Math.max(2, gaps.toSorted((a, b) => b - a)[editsMax - 1]! + 1);
  const groups: number[][] = [];
  for (const [at, index] of indices.entries()) {
    if (at % stepsPerStop === 0) yield;
    const group = groups.at(-1);
    const isNear = group !== undefined && gaps[at]! < smallest;
    if (isNear && !hasCutLine(group.at(-1)!, index, isCut)) group.push(index);
    else groups.push([index]);
  }
  return groups;
}

function hasCutLine(from: number, to: number, isCut: (index: number) => boolean): boolean {
  for (let index = from; index <= to; index++) if (isCut(index)) return true;
  return false;
}

function* findUniqueBlock(
  lines: readonly string[],
  wanted: Block,
  isUnique: (block: Block) => Sliced<boolean>,
  isCut: (index: number) => boolean,
): Sliced<Block | null> {
  let block = wanted;
  let { start: first, end: last } = block;
  for (let growth = 1; !(yield* isUnique(block)); growth *= 2) {
    for (let step = 0; step < growth; step++) {
      if (last + 1 < lines.length && !isCut(last + 1)) last += 1;
      if (first > 0 && !isCut(first - 1)) first -= 1;
    }
    if (first === block.start && last === block.end) return null;
    block = { start: first, end: last };
  }
  return block;
}

function mergeBackwards(blocks: Block[]): void {
  while (blocks.length > 1 && blocks.at(-1)!.start <= blocks.at(-2)!.end) {
    const last = blocks.pop()!;
    const previous = blocks.at(-1)!;
    previous.start = Math.min(previous.start, last.start);
    previous.end = Math.max(previous.end, last.end);
  }
}

function without(changes: LineChangesAndRemovals, indices: readonly number[]): LineChangesAndRemovals {
  const left = new Set(indices);
  return new Map([...changes].filter(([index]) => !left.has(index)));
}

function toEdit(lines: readonly string[], changes: LineChangesAndRemovals, { start, end }: Block): TextEdit {
  const old = lines.slice(start, end + 1);
  const left: string[] = [];
  for (const [at, line] of old.entries()) {
    const changed = changes.get(start + at);
    if (changed !== null) left.push(changed ?? line);
  }
  const takesEnd = left.length === 0 && end + 1 < lines.length;
  return { old: old.join("\n") + (takesEnd ? "\n" : ""), new: left.join("\n") };
}
