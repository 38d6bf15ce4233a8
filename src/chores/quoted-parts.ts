/** A prompt with its quoted parts taken out: each is \uE000<index>\uE001 in `text`. */
interface QuotedText {
  text: string;
  parts: string[];
}

/** The quoted parts of a prompt. */
export type QuotedParts = readonly string[];

const closers: Record<string, string> = {
  '"': '"',
  "'": "'",
  "`": "`",
  "“": "”",
  "„": "“”",
  "‘": "’",
  "«": "»",
  "‹": "›",
};

export const quotedPattern = "\uE000(\\d+)\uE001";

/**
 * Returns null if the text itself uses the marks. A quote opens after a space or bracket, and does not close
 * before a letter or digit.
 */
export function setQuotedPartsAside(prompt: string): QuotedText | null {
  if (/[\uE000\uE001]/.test(prompt)) return null;
  const findClosing = createClosingFinder(prompt);
  const parts: string[] = [];
  let text = "";
  let at = 0;
  while (at < prompt.length) {
    const end = findClosing(at);
    if (end < 0) {
      text += prompt[at];
      at += 1;
      continue;
    }
    text += `\uE000${parts.length}\uE001`;
    parts.push(prompt.slice(at + 1, end));
    at = end + 1;
  }
  return { text, parts };
}

/**
 * Finds where the quote that opens at a place closes, or -1. For ascending places it reads the prompt once
 * per kind of quote.
 */
function createClosingFinder(prompt: string): (at: number) => number {
  const ahead = new Map<string, { end: number; closes: boolean }>();
  return (at) => {
    const closing = closers[prompt[at]!];
    if (closing === undefined || isWordAt(prompt, at - 1)) return -1;
    let next = ahead.get(closing);
    if (next === undefined || next.end <= at) {
      next = lookAhead(prompt, at, closing);
      ahead.set(closing, next);
    }
    return next.closes ? next.end : -1;
  };
}

/** Returns the next closing character of the line, else the line's end. */
function lookAhead(prompt: string, at: number, closing: string): { end: number; closes: boolean } {
  let end = at + 1;
  for (; end < prompt.length && prompt[end] !== "\n"; end++) {
    if (closing.includes(prompt[end]!) && !isWordAt(prompt, end + 1)) return { end, closes: true };
  }
  return { end, closes: false };
}

function isWordAt(prompt: string, at: number): boolean {
  const character = prompt[at];
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}

export function restoreQuotedPart(parts: QuotedParts, index: string): string {
  return parts[Number(index)] ?? "";
}

/** A path, quoted or bare: two groups for `pathOf`. */
export const pathPattern = `(?:${quotedPattern}|([^\\s"'\`,]+(?:,[^\\s"'\`,]+)*))`;

export function pathOf(
  parts: QuotedParts,
  quotedIndex: string | undefined,
  bare: string | undefined,
): string {
  return quotedIndex === undefined ? (bare ?? "") : restoreQuotedPart(parts, quotedIndex);
}
