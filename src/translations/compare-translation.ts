import type { StalePlace } from "./compare-blocks.ts";
import type { Block } from "./split-blocks.ts";

export interface SplitPage {
  text: string;
  blocks: readonly Block[];
}

/** `changed` says for each stale place whether it has changed; `line` is a line of the older text. */
export type TranslationChange = { changed: boolean[] } | { line: number };

/**
 * Compares a translation with its new text: everything outside its stale places must stay byte for byte, and
 * each kept block must stay a block. Returns the line of the first block that does not.
 */
export function compareTranslation(
  before: SplitPage,
  after: SplitPage,
  places: readonly Pick<StalePlace, "translation">[],
): TranslationChange {
  const changed: boolean[] = [];
  let [from, next] = [0, 0];
  for (let index = 0; index <= places.length; index += 1) {
    const place = places[index]?.translation;
    const kept = { start: from, end: place?.start ?? before.blocks.length };
    const isFirst = index === 0;
    const isLast = place === undefined;
    const found = findKept({ before, after }, kept, { next, isFirst, isLast });
    if (found === null) return { line: findLost({ before, after }, kept, next) };
    const last = places[index - 1]?.translation;
    if (last !== undefined) changed.push(textOf(before, last.start, last.end) !== textOf(after, next, found));
    next = found + kept.end - kept.start;
    from = place?.end ?? from;
  }
  return { changed };
}

interface Both {
  before: SplitPage;
  after: SplitPage;
}

/** Finds the earliest block of the later text at which the kept blocks begin; null if there is none. */
function findKept(
  { before, after }: Both,
  { start, end }: { start: number; end: number },
  { next, isFirst, isLast }: { next: number; isFirst: boolean; isLast: boolean },
): number | null {
  const count = end - start;
  const latest = after.blocks.length - count;
  if (latest < next) return null;
  if (count === 0) return isLast ? latest : next;
  // Blank text at both ends of a page belongs to the blocks there.
  const cut = ({ text, blocks }: SplitPage, at: number) =>
    text.slice(isFirst ? 0 : blocks[at]!.start, isLast ? text.length : blocks[at + count - 1]!.end);
  const wanted = cut(before, start);
  const [first, last] = [isLast ? latest : next, isFirst ? next : latest];
  for (let at = first; at <= last; at += 1) if (cut(after, at) === wanted) return at;
  return null;
}

function findLost({ before, after }: Both, kept: { start: number; end: number }, next: number): number {
  let at = next;
  for (const block of before.blocks.slice(kept.start, kept.end)) {
    const text = before.text.slice(block.start, block.end);
    while (at < after.blocks.length && textOf(after, at, at + 1) !== text) at += 1;
    if (at === after.blocks.length) return block.line;
    at += 1;
  }
  return before.blocks[kept.start]?.line ?? 1;
}

function textOf({ text, blocks }: SplitPage, start: number, end: number): string {
  return start >= end ? "" : text.slice(blocks[start]!.start, blocks[end - 1]!.end);
}
