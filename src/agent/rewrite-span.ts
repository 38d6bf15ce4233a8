import { lineEndPattern } from "./fold-text.ts";

const comparisonsMax = 4_000_000;
const tokens = new RegExp(`${lineEndPattern}|[\\p{L}\\p{N}_]+|.`, "gsu");

export interface SpanStyle {
  /** For lines that the span has no line end for. */
  lineEnd: string;
  /** False: straight quotes are syntax here, and new ones stay straight. */
  isProse: boolean;
}

/**
 * The text that replaces `span` when `old`, which differs from it in typography at most, becomes `new`: what the two have in common
 * keeps the bytes of the span; the rest gets the file's line ends and, in prose, its curly quotes.
 */
export function rewriteSpan(span: string, edit: { old: string; new: string }, style: SpanStyle): string {
  const kept = tokenize(span);
  const { from, to } = dropExtraEnd(tokenize(edit.old), tokenize(edit.new), kept.length);
  const isCurly = style.isProse && writesCurlyQuotes(span, edit.old);
  const plain = isCurly ? plainTokens(to) : [];
  let result = "";
  let nextKept = 0;
  let next = 0;
  const addNew = (keptEnd: number, end: number) => {
    const ends = kept.slice(nextKept, keptEnd).flatMap((token) => /\r?\n$/.exec(token)?.[0] ?? []);
    for (; next < end; next++) {
      const text = to[next]!.replace(/\r?\n$/, () => ends.shift() ?? style.lineEnd);
      result += isCurly && !plain[next] ? curlQuotes(text, result) : text;
    }
  };
  for (const [fromIndex, toIndex] of from.length === kept.length ? pairTokens(from, to, kept) : []) {
    addNew(fromIndex, toIndex);
    result += kept[fromIndex];
    nextKept = fromIndex + 1;
    next = toIndex + 1;
  }
  addNew(kept.length, to.length);
  return result;
}

/** Front matter and fenced code with their marks: ascending `[start, end)` in UTF-16 code units. */
export function findSyntaxBlocks(text: string): [start: number, end: number][] {
  const blocks: [number, number][] = [];
  let open: { start: number; isClosedBy: (line: string) => boolean } | null = null;
  for (const { index, 0: line } of text.matchAll(/[^\n]+/g)) {
    const isClosedBy: ((line: string) => boolean) | null = open === null ? closingOf(line, index) : null;
    if (isClosedBy !== null) open = { start: index, isClosedBy };
    else if (open?.isClosedBy(line)) {
      blocks.push([open.start, index + line.length]);
      open = null;
    }
  }
  if (open !== null) blocks.push([open.start, text.length]);
  return blocks;
}

/** For a line that opens a block, what the line that closes it looks like. */
function closingOf(line: string, at: number): ((line: string) => boolean) | null {
  if (at === 0 && /^\uFEFF?---\s*$/.test(line)) return (end) => /^(---|\.\.\.)\s*$/.test(end);
  const [, fence, rest] = /^ {0,3}(`{3,}|~{3,})(.*)/s.exec(line) ?? [];
  if (fence === undefined || (fence.startsWith("`") && rest!.includes("`"))) return null;
  return (end) => /^ {0,3}(`{3,}|~{3,})\s*$/.exec(end)?.[1]?.startsWith(fence) ?? false;
}

/** Words, ends of lines with the blanks before them, and single characters. */
function tokenize(text: string): string[] {
  return text.match(tokens) ?? [];
}

/** Spaces or a line end at the very end of the asked text that the span does not have are left out of both sides. */
function dropExtraEnd(from: readonly string[], to: readonly string[], count: number) {
  const extra = from.slice(count);
  const isLineEnd = extra.length === 1 && extra[0]!.endsWith("\n");
  const isSame = isLineEnd
    ? to.at(-1)?.endsWith("\n")
    : extra.every((token, index) => token === to.at(index - extra.length));
  return { from: from.slice(0, count), to: isSame ? to.slice(0, to.length - extra.length) : to };
}

/** For each token whether its line has markup or code, where quotes are syntax. */
function plainTokens(tokens: readonly string[]): boolean[] {
  const plain: boolean[] = [];
  let line: string[] = [];
  const close = () => {
    const isMarkup = /[<>=`{}]/.test(line.join(""));
    plain.push(...line.map(() => isMarkup));
    line = [];
  };
  for (const token of tokens) {
    line.push(token);
    if (token.endsWith("\n")) close();
  }
  close();
  return plain;
}

function curlQuotes(text: string, before: string): string {
  let result = "";
  for (const character of text) {
    const previous = (before + result).at(-1) ?? " ";
    const isOpening = /[\s([{\u2014\u2013\u201c\u2018-]/.test(previous);
    if (character === '"') result += isOpening ? "“" : "”";
    else if (character === "'") result += isOpening ? "‘" : "’";
    else result += character;
  }
  return result;
}

/** The file's span has curly quotes and no straight one, while the model wrote them straight. */
function writesCurlyQuotes(span: string, old: string): boolean {
  return /[“”‘’]/.test(span) && !/["']/.test(span) && !/[“”‘’]/.test(old);
}

/** Pairs of positions of a longest common subsequence; when that costs too much, of the common start and end only. */
function pairTokens(
  from: readonly string[],
  to: readonly string[],
  kept: readonly string[],
): [number, number][] {
  // New text may name what the file has in the file's own typography.
  const same = (a: number, b: number) =>
    unixLineEnd(from[a]!) === unixLineEnd(to[b]!) || unixLineEnd(kept[a]!) === unixLineEnd(to[b]!);
  const shorter = Math.min(from.length, to.length);
  let tail = 0;
  while (tail < shorter && same(from.length - 1 - tail, to.length - 1 - tail)) tail++;
  let head = 0;
  while (head < shorter - tail && same(head, head)) head++;
  const pairs = Array.from({ length: head }, (_, index): [number, number] => [index, index]);
  const rows = from.length - head - tail;
  const columns = to.length - head - tail;
  if (rows * columns <= comparisonsMax) {
    for (const [a, b] of longestCommon(rows, columns, (a, b) => same(head + a, head + b))) {
      pairs.push([head + a, head + b]);
    }
  }
  for (let left = tail; left > 0; left--) pairs.push([from.length - left, to.length - left]);
  return pairs;
}

function unixLineEnd(token: string): string {
  return token.endsWith("\r\n") ? `${token.slice(0, -2)}\n` : token;
}

function longestCommon(
  rows: number,
  columns: number,
  same: (a: number, b: number) => boolean,
): [number, number][] {
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width);
  for (let a = rows - 1; a >= 0; a--) {
    for (let b = columns - 1; b >= 0; b--) {
      lengths[a * width + b] = same(a, b)
        ? lengths[(a + 1) * width + b + 1]! + 1
        : Math.max(lengths[(a + 1) * width + b]!, lengths[a * width + b + 1]!);
    }
  }
  const pairs: [number, number][] = [];
  for (let a = 0, b = 0; a < rows && b < columns; ) {
    if (same(a, b)) pairs.push([a++, b++]);
    else if (lengths[(a + 1) * width + b]! >= lengths[a * width + b + 1]!) a++;
    else b++;
  }
  return pairs;
}
