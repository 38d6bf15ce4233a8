/** A line of a page, with what an enclosing block is indented by taken away. */
export interface Line {
  text: string;
  /** In the page, from 1. */
  number: number;
}

export function toLines(text: string): Line[] {
  return text.split(/\r\n|[\n\r]/).map((line, index) => ({ text: line, number: index + 1 }));
}

/** Without the indentation that all lines with text share. */
export function dedent(lines: readonly Line[]): Line[] {
  let shared = Number.POSITIVE_INFINITY;
  for (const { text } of lines) if (text.trim() !== "") shared = Math.min(shared, indentOf(text));
  if (!Number.isFinite(shared) || shared === 0) return [...lines];
  return lines.map(({ text, number }) => ({ text: text.slice(Math.min(shared, indentOf(text))), number }));
}

export function indentOf(text: string): number {
  let at = 0;
  while (text[at] === " " || text[at] === "\t") at += 1;
  return at;
}

/** The mark of a fenced code block that begins on this line, or null. */
export function fenceOf(text: string): { mark: string; info: string } | null {
  const found = /^ {0,3}(`{3,}|~{3,})/.exec(text);
  if (found === null) return null;
  const info = text.slice(found[0].length).trim();
  return info.includes("`") ? null : { mark: found[1]!, info };
}

/** Index of the line that ends the fenced block of `at`; the number of lines when none does. */
export function endOfFence(lines: readonly Line[], at: number, mark: string): number {
  for (let index = at + 1; index < lines.length; index += 1) {
    const text = lines[index]!.text.trim();
    if (text.length >= mark.length && text[0] === mark[0] && [...text].every((sign) => sign === mark[0]))
      return index;
  }
  return lines.length;
}
