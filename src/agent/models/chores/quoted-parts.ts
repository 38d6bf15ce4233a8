/** A prompt whose quoted parts stand aside: each is \uE000<index>\uE001 in `text`. */
export interface QuotedText {
  text: string;
  parts: string[];
}

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

/** Null when the text uses the marks itself. A quote opens after a space or bracket and closes before no letter or digit. */
export function setQuotedPartsAside(prompt: string): QuotedText | null {
  if (/[\uE000\uE001]/.test(prompt)) return null;
  const parts: string[] = [];
  let text = "";
  let at = 0;
  while (at < prompt.length) {
    const end = findClosing(prompt, at);
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

function findClosing(prompt: string, at: number): number {
  const closing = closers[prompt[at]!];
  if (closing === undefined || (at > 0 && /[\p{L}\p{N}]/u.test(prompt[at - 1]!))) return -1;
  for (let end = at + 1; end < prompt.length && prompt[end] !== "\n"; end++) {
    if (!closing.includes(prompt[end]!)) continue;
    if (end + 1 === prompt.length || !/[\p{L}\p{N}]/u.test(prompt[end + 1]!)) return end;
  }
  return -1;
}

export function restoreQuotedPart(parts: readonly string[], index: string): string {
  return parts[Number(index)] ?? "";
}
