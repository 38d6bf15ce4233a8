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
const indicatorsMax = 100;

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

/** Two of them make a flag. In a row without end the count begins anew, so that a place costs the same anywhere. */
function indicatorsBefore(text: string, at: number): number {
  const row = text.slice(Math.max(0, at - 2 * indicatorsMax), at);
  return [...row].length - [...row].findLastIndex((character) => !indicator.test(character)) - 1;
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

/** Any blanks before a line end, and it. */
export const lineEndPattern = "[ \\t\\u00a0\\u2007\\u2009\\u202f]*\\r?\\n";

export function foldText(text: string): FoldedText {
  const folded: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const lineEnd = new RegExp(lineEndPattern, "y");
  let wasBlank = false;
  for (let at = 0; at < text.length; ) {
    lineEnd.lastIndex = at;
    const isBlank = /[ \t\u00a0\u2007\u2009\u202f]/.test(text[at]!);
    // A run of blanks is looked at once, from its start.
    const mayEnd: boolean = isBlank ? !wasBlank : text[at] === "\r" || text[at] === "\n";
    const end: RegExpExecArray | null = mayEnd ? lineEnd.exec(text) : null;
    const width = end?.[0].length ?? 1;
    folded.push(end === null ? foldCharacter(text[at]!) : "\n");
    starts.push(at);
    ends.push(at + width);
    at += width;
    wasBlank = isBlank && end === null;
  }
  return { text: folded.join(""), starts, ends };
}
