const comparisonsMax = 4_000_000;

/**
 * The text that replaces `span` when `old`, which differs from it in typography at most, becomes `replacement`: what `old` and
 * `replacement` have in common keeps the bytes of the span; the rest gets the file's line ends and, in prose, its curly quotes.
 */
export function rewriteSpan(span: string, old: string, replacement: string, lineEnd: string): string {
  const kept = tokenize(span);
  const { from, to } = dropExtraEnd(tokenize(old), tokenize(replacement), kept.length);
  const isCurly = writesCurlyQuotes(span, old);
  let result = "";
  let next = 0;
  for (const [fromIndex, toIndex] of from.length === kept.length ? pairTokens(from, to) : []) {
    result += styleNew(to.slice(next, toIndex), result, lineEnd, isCurly) + kept[fromIndex];
    next = toIndex + 1;
  }
  return result + styleNew(to.slice(next), result, lineEnd, isCurly);
}

/** Words, ends of lines with the blanks before them, and single characters. */
function tokenize(text: string): string[] {
  return text.match(/[ \t\u00a0]*\r?\n|[\p{L}\p{N}_]+|./gsu) ?? [];
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

function styleNew(tokens: readonly string[], before: string, lineEnd: string, isCurly: boolean): string {
  const text = tokens.map((token) => token.replace(/\r?\n$/, () => lineEnd)).join("");
  const isMarkup = /[<>=`{}]/.test(text);
  return isCurly && !isMarkup ? curlQuotes(text, before) : text;
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
function pairTokens(from: readonly string[], to: readonly string[]): [number, number][] {
  const same = (a: number, b: number) => unixLineEnd(from[a]!) === unixLineEnd(to[b]!);
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
