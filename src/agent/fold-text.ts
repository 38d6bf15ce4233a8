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

const variantCodes = new Map(
  Object.entries(variants).map(([character, plain]) => [character.charCodeAt(0), plain.charCodeAt(0)]),
);
const lineFeed = 10;
const carriageReturn = 13;

const combining = /^(?:\p{M}|\p{Emoji_Modifier}|\u200d|[\u{e0020}-\u{e007f}])/u;
const indicatorsMax = 100;

/**
 * True if the offset is inside a user-perceived character: before an accent, a variation selector or a skin
 * tone, or in a joined emoji or a flag. Letters with precomposed and with combining accents are different
 * texts here and are never folded together.
 */
export function isInCharacter(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const before = text[at - 1]!;
  const after = String.fromCodePoint(text.codePointAt(at)!);
  if (/[\ud800-\udbff]/.test(before) && /[\udc00-\udfff]/.test(text[at]!)) return true;
  if (before === "\n" || before === "\r") return false;
  if (combining.test(after)) return true;
  if (before === "\u200d") return /^\p{Extended_Pictographic}/u.test(after);
  return isIndicatorAt(text, at) && indicatorsBefore(text, at) % 2 === 1;
}

/**
 * Two indicators make a flag. The count is capped, so that the cost is the same at any offset in a long row.
 */
function indicatorsBefore(text: string, at: number): number {
  let count = 0;
  while (count < indicatorsMax && isIndicatorAt(text, at - 2 * (count + 1))) count++;
  return count;
}

/** Compares code units, because this runs at every offset of a match. */
function isIndicatorAt(text: string, at: number): boolean {
  if (at < 0 || text.charCodeAt(at) !== 0xd83c) return false;
  const low = text.charCodeAt(at + 1);
  return low >= 0xdde6 && low <= 0xddff;
}

/** A text with its typographic variants, line ends and spaces before line ends folded away. */
export interface FoldedText {
  text: string;
  /** Ascending offsets in the folded text of line ends that were longer than one character. */
  shortened: ArrayLike<number>;
  /** Characters missing from the folded text up to the end of each of these. */
  lacking: ArrayLike<number>;
}

/** Converts an offset in the folded text to one in the original. */
export function placeInOriginal({ shortened, lacking }: FoldedText, at: number): number {
  let low = 0;
  let high = shortened.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (shortened[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? at : at + lacking[low - 1]!;
}

export function foldText(text: string): FoldedText {
  const units = new Uint16Array(text.length);
  const shortened: number[] = [];
  const lacking: number[] = [];
  let length = 0;
  let hasChanged = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === lineFeed) {
      const end = length;
      length = startOfLineEnd(text, at) - (at - length);
      if (length < end) {
        shortened.push(length);
        lacking.push(at - length);
        hasChanged = true;
      }
    }
    const folded = foldCode(code);
    if (folded !== code) hasChanged = true;
    units[length++] = folded;
  }
  return { text: hasChanged ? decodeUnits(units.subarray(0, length)) : text, shortened, lacking };
}

/** Returns the start of the blanks and the carriage return before a line feed. */
function startOfLineEnd(text: string, at: number): number {
  let start = at > 0 && text.charCodeAt(at - 1) === carriageReturn ? at - 1 : at;
  while (start > 0 && isBlank(text.charCodeAt(start - 1))) start--;
  return start;
}

function isBlank(code: number): boolean {
  return code === 32 || code === 9 || code === 0xa0 || code === 0x2007 || code === 0x2009 || code === 0x202f;
}

function foldCode(code: number): number {
  if (code < 0xa0 || (code > 0xa0 && code < 0x2007) || code > 0x2212) return code;
  return variantCodes.get(code) ?? code;
}

/** Keeps unpaired surrogates as well. */
function decodeUnits(units: Uint16Array): string {
  return Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString("utf16le");
}
