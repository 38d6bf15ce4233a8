const variants: Record<string, string> = {
  "‘": "'",
  "’": "'",
  "‚": "'",
  "‛": "'",
  "′": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "‟": '"',
  "″": '"',
  "‐": "-",
  "‑": "-",
  "‒": "-",
  "–": "-",
  "—": "-",
  "―": "-",
  "−": "-",
  "\u00a0": " ",
  "\u2007": " ",
  "\u2009": " ",
  "\u202f": " ",
};

const combining = /^(?:\p{M}|\p{Emoji_Modifier}|\u200d|[\u{e0020}-\u{e007f}])/u;
const indicator = /^[\u{1f1e6}-\u{1f1ff}]/u;

/**
 * Whether a place is inside what people see as one character: before an accent, a selector, a skin tone, in a joined emoji or in a
 * flag. Forms of a letter with and without a combining accent are different texts here and are never folded into each other.
 */
export function isInCharacter(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const before = text[at - 1]!;
  const after = String.fromCodePoint(text.codePointAt(at)!);
  if (/[\ud800-\udbff]/.test(before) && /[\udc00-\udfff]/.test(text[at]!)) return true;
  if (before === "\n" || before === "\r") return false;
  if (combining.test(after)) return true;
  if (before === "\u200d") return /^\p{Extended_Pictographic}/u.test(after);
  return indicator.test(after) && indicatorsBefore(text, at) % 2 === 1;
}

/** Two of them make a flag. */
function indicatorsBefore(text: string, at: number): number {
  let count = 0;
  while (indicator.test(text.slice(Math.max(0, at - 2 * (count + 1)), at - 2 * count))) count++;
  return count;
}

/** A text with its typographic variants, line ends and spaces before line ends folded away; `starts[i]`, `ends[i]`: the place of its i-th unit in the original. */
export interface FoldedText {
  text: string;
  starts: number[];
  ends: number[];
}

function foldCharacter(character: string): string {
  return variants[character] ?? character;
}

export function foldText(text: string): FoldedText {
  const folded: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const lineEnd = /[ \t\u00a0]*\r?\n/y;
  for (let at = 0; at < text.length; ) {
    lineEnd.lastIndex = at;
    const isBlank = text[at] === " " || text[at] === "\t" || text[at] === "\u00a0";
    const isRunStart = !isBlank || at === 0 || !/[ \t\u00a0]/.test(text[at - 1]!);
    const end = isRunStart && (isBlank || text[at] === "\r" || text[at] === "\n") ? lineEnd.exec(text) : null;
    const width = end?.[0].length ?? 1;
    folded.push(end === null ? foldCharacter(text[at]!) : "\n");
    starts.push(at);
    ends.push(at + width);
    at += width;
  }
  return { text: folded.join(""), starts, ends };
}
