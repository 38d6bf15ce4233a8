import { joinSliced } from "../text/join-sliced.ts";
import { type Sliced, stepsPerStop } from "../text/run-in-slices.ts";

const comparisonsMax = 4_000_000;
const comparisonsPerStop = 500_000;
// The lookbehind makes each run of blanks match only from its start.
const tokens = /(?<![ \t\u00a0\u2007\u2009\u202f])[ \t\u00a0\u2007\u2009\u202f]*\r?\n|[\p{L}\p{N}_]+|./gsu;

interface SpanStyle {
  /** Line end for lines that have none in the span. */
  lineEnd: string;
  /** False if straight quotes are syntax here, so that new ones stay straight. */
  isProse: boolean;
}

/**
 * Computes the replacement of `span` if `old`, which equals it but for typography, becomes `new`. Common
 * parts keep the span's bytes; the rest gets the file's line ends and, in prose, its curly quotes.
 */
export function* rewriteSpan(
  span: string,
  edit: { old: string; new: string },
  style: SpanStyle,
): Sliced<string> {
  const kept = yield* tokenize(span);
  const { from, to } = dropExtraEnd(yield* tokenize(edit.old), yield* tokenize(edit.new), kept.length);
  const isCurly = style.isProse && writesCurlyQuotes(span, edit.old);
  const plain = isCurly ? plainTokens(to) : [];
  const result = joinSliced();
  let last = " ";
  let nextKept = 0;
  let next = 0;
  const add = (text: string) => {
    result.add(text);
    last = text.at(-1) ?? last;
  };
  const addNew = (keptEnd: number, end: number) => {
    let nextEnd = nextKept;
    const takeEnd = () => {
      while (nextEnd < keptEnd) {
        const lineEnd = lineEndOf(kept[nextEnd++]!);
        if (lineEnd !== "") return lineEnd;
      }
      return style.lineEnd;
    };
    for (; next < end; next++) {
      const token = to[next]!;
      const lineEnd = lineEndOf(token);
      const text = lineEnd === "" ? token : token.slice(0, -lineEnd.length) + takeEnd();
      add(isCurly && !plain[next] ? curlQuotes(text, last) : text);
    }
  };
  const pairs = from.length === kept.length ? yield* pairTokens(from, to, kept) : [];
  for (const [index, [fromIndex, toIndex]] of pairs.entries()) {
    if (index % stepsPerStop === 0) yield;
    addNew(fromIndex, toIndex);
    add(kept[fromIndex]!);
    nextKept = fromIndex + 1;
    next = toIndex + 1;
  }
  addNew(kept.length, to.length);
  return result.end();
}

function lineEndOf(token: string): "\r\n" | "\n" | "" {
  if (token.endsWith("\r\n")) return "\r\n";
  return token.endsWith("\n") ? "\n" : "";
}

/**
 * Finds front matter and fenced code including their markers: ascending `[start, end)` in UTF-16 code units.
 */
export function* findSyntaxBlocks(text: string): Sliced<[start: number, end: number][]> {
  const blocks: [number, number][] = [];
  let open: { start: number; isClosedBy: (line: string) => boolean } | null = null;
  let count = 0;
  for (let start = 0; start < text.length; ) {
    if (++count % stepsPerStop === 0) yield;
    const feed = text.indexOf("\n", start);
    const end = feed === -1 ? text.length : feed;
    const isMark = end > start && /^[\uFEFF ]{0,3}[-.`~]/.test(text.slice(start, start + 4));
    if (isMark) {
      const line = text.slice(start, end);
      const isClosedBy: ((line: string) => boolean) | null = open === null ? closingOf(line, start) : null;
      if (isClosedBy !== null) open = { start, isClosedBy };
      else if (open?.isClosedBy(line)) {
        blocks.push([open.start, end]);
        open = null;
      }
    }
    start = end + 1;
  }
  if (open !== null) blocks.push([open.start, text.length]);
  return blocks;
}

/** Returns a test for the closing line if the line opens a block, else null. */
function closingOf(line: string, at: number): ((line: string) => boolean) | null {
  if (at === 0 && /^\uFEFF?---\s*$/.test(line)) return (end) => /^(---|\.\.\.)\s*$/.test(end);
  const [, fence, rest] = /^ {0,3}(`{3,}|~{3,})(.*)/s.exec(line) ?? [];
  if (fence === undefined || (fence.startsWith("`") && rest!.includes("`"))) return null;
  return (end) => /^ {0,3}(`{3,}|~{3,})\s*$/.exec(end)?.[1]?.startsWith(fence) ?? false;
}

/** Splits text into words, line ends with the blanks before them, and single characters. */
function* tokenize(text: string): Sliced<string[]> {
  const found: string[] = [];
  for (const [token] of text.matchAll(tokens)) {
    if (found.push(token) % stepsPerStop === 0) yield;
  }
  return found;
}

/** Drops final spaces or a final line end that `old` has but the span lacks, from both sides. */
function dropExtraEnd(from: readonly string[], to: readonly string[], count: number) {
  const extra = from.slice(count);
  const isLineEnd = extra.length === 1 && extra[0]!.endsWith("\n");
  const isSame = isLineEnd
    ? to.at(-1)?.endsWith("\n")
    : extra.every((token, index) => token === to.at(index - extra.length));
  return { from: from.slice(0, count), to: isSame ? to.slice(0, to.length - extra.length) : to };
}

/** Tells for each token whether its line is plain prose: in lines with markup or code, quotes are syntax. */
function plainTokens(tokens: readonly string[]): boolean[] {
  const plain: boolean[] = [];
  let isMarkup = false;
  for (const [index, token] of tokens.entries()) {
    isMarkup ||= /[<>=`{}]/.test(token);
    if (!token.endsWith("\n") && index < tokens.length - 1) continue;
    while (plain.length <= index) plain.push(isMarkup);
    isMarkup = false;
  }
  return plain;
}

/** `before` is the character before the text. */
function curlQuotes(text: string, before: string): string {
  if (text !== '"' && text !== "'") return text;
  const isOpening = /[\s([{\u2014\u2013\u201c\u2018-]/.test(before);
  if (text === '"') return isOpening ? "“" : "”";
  return isOpening ? "‘" : "’";
}

/** True if the span has only curly quotes while the model wrote straight ones. */
function writesCurlyQuotes(span: string, old: string): boolean {
  return /[“”‘’]/.test(span) && !/["']/.test(span) && !/[“”‘’]/.test(old);
}

/**
 * Returns index pairs of a longest common subsequence or, if that is too expensive, of the common start and
 * end only.
 */
function* pairTokens(
  from: readonly string[],
  to: readonly string[],
  kept: readonly string[],
): Sliced<[number, number][]> {
  const numbers = new Map<string, number>();
  const [wanted, added, own] = [
    yield* numberTokens(from, numbers),
    yield* numberTokens(to, numbers),
    yield* numberTokens(kept, numbers),
  ];
  // New text may also match the file in the file's own typography.
  const same = (a: number, b: number) => wanted[a] === added[b] || own[a] === added[b];
  const shorter = Math.min(from.length, to.length);
  let tail = 0;
  while (tail < shorter && same(from.length - 1 - tail, to.length - 1 - tail)) tail++;
  let head = 0;
  while (head < shorter - tail && same(head, head)) head++;
  yield;
  const pairs = Array.from({ length: head }, (_, index): [number, number] => [index, index]);
  const rows = from.length - head - tail;
  const columns = to.length - head - tail;
  if (rows * columns <= comparisonsMax) {
    for (const [a, b] of yield* longestCommon(rows, columns, (a, b) => same(head + a, head + b))) {
      pairs.push([head + a, head + b]);
    }
  }
  for (let left = tail; left > 0; left--) pairs.push([from.length - left, to.length - left]);
  return pairs;
}

/** Numbers the tokens; equal ones get the same number, whatever their line end. */
function* numberTokens(tokens: readonly string[], numbers: Map<string, number>): Sliced<Uint32Array> {
  const found = new Uint32Array(tokens.length);
  for (const [index, token] of tokens.entries()) {
    if (index % stepsPerStop === 0) yield;
    const text = token.endsWith("\r\n") ? `${token.slice(0, -2)}\n` : token;
    const known = numbers.get(text) ?? numbers.size;
    if (known === numbers.size) numbers.set(text, known);
    found[index] = known;
  }
  return found;
}

function* longestCommon(
  rows: number,
  columns: number,
  same: (a: number, b: number) => boolean,
): Sliced<[number, number][]> {
  const width = columns + 1;
  const lengths = new Uint32Array((rows + 1) * width);
  let compared = 0;
  for (let a = rows - 1; a >= 0; a--) {
    for (let b = columns - 1; b >= 0; b--) {
      lengths[a * width + b] = same(a, b)
        ? lengths[(a + 1) * width + b + 1]! + 1
        : Math.max(lengths[(a + 1) * width + b]!, lengths[a * width + b + 1]!);
    }
    compared += columns;
    if (compared < comparisonsPerStop) continue;
    compared = 0;
    yield;
  }
  const pairs: [number, number][] = [];
  for (let a = 0, b = 0; a < rows && b < columns; ) {
    if (same(a, b)) pairs.push([a++, b++]);
    else if (lengths[(a + 1) * width + b]! >= lengths[a * width + b + 1]!) a++;
    else b++;
  }
  return pairs;
}
