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
