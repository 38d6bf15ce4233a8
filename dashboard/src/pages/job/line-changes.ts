import { markChanges, type TextPart } from "../../../../src/diff/mark-changes.ts";

export interface ChangedLine {
  kind: " " | "+" | "-";
  parts: TextPart[];
}

/** Longer texts are compared as a whole: everything old, then everything new. */
const comparedLinesMax = 300;
const contextLines = 2;

/**
 * Returns the lines that change one text into the other; in matching lines the differing words are marked.
 */
export function lineChanges(before: string, after: string): ChangedLine[] {
  const old = toLines(before);
  const now = toLines(after);
  const start = countEqual(old, now);
  const end = countEqual(old.slice(start).reverse(), now.slice(start).reverse());
  const middle = compare(old.slice(start, old.length - end), now.slice(start, now.length - end));
  return [
    ...old.slice(Math.max(0, start - contextLines), start).map(unchanged),
    ...middle,
    ...old.slice(old.length - end, old.length - end + contextLines).map(unchanged),
  ];
}

function toLines(text: string): string[] {
  if (text === "") return [];
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

function countEqual(one: readonly string[], other: readonly string[]): number {
  let count = 0;
  while (count < one.length && count < other.length && one[count] === other[count]) count += 1;
  return count;
}

const unchanged = (text: string): ChangedLine => ({ kind: " ", parts: [{ text, changed: false }] });

function compare(old: readonly string[], now: readonly string[]): ChangedLine[] {
  if (old.length > comparedLinesMax || now.length > comparedLinesMax) return block(old, now);
  const lengths = commonLengths(old, now);
  const width = now.length + 1;
  const lines: ChangedLine[] = [];
  let [from, to] = [0, 0];
  let [oldStart, newStart] = [0, 0];
  while (from < old.length || to < now.length) {
    if (from < old.length && to < now.length && old[from] === now[to]) {
      lines.push(...block(old.slice(oldStart, from), now.slice(newStart, to)), unchanged(old[from]!));
      from += 1;
      to += 1;
      [oldStart, newStart] = [from, to];
    } else if (
      to === now.length ||
      (from < old.length && lengths[(from + 1) * width + to]! >= lengths[from * width + to + 1]!)
    )
      from += 1;
    else to += 1;
  }
  return [...lines, ...block(old.slice(oldStart), now.slice(newStart))];
}

function commonLengths(old: readonly string[], now: readonly string[]): Uint16Array {
  const width = now.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i -= 1)
    for (let j = now.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        old[i] === now[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  return lengths;
}

/** Pairs old lines with the new ones in their place: the first with the first, and so on. */
function block(old: readonly string[], now: readonly string[]): ChangedLine[] {
  const marked = old.map((text, index) => (index < now.length ? markChanges(text, now[index]!) : null));
  return [
    ...old.map((text, index): ChangedLine => ({ kind: "-", parts: marked[index]?.[0] ?? whole(text) })),
    ...now.map((text, index): ChangedLine => ({ kind: "+", parts: marked[index]?.[1] ?? whole(text) })),
  ];
}

const whole = (text: string): TextPart[] => [{ text, changed: false }];
