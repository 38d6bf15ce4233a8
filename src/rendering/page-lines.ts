/** A line of a page, without the indentation of an enclosing block. */
export interface Line {
  text: string;
  /** 1-based line number in the page. */
  number: number;
}

export function toLines(text: string): Line[] {
  return text.split(/\r\n|[\n\r]/).map((line, index) => ({ text: line, number: index + 1 }));
}

/** Removes the indentation that all non-empty lines share. */
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

/** Returns the marker of a fenced code block that begins on this line, or null. */
export function fenceOf(text: string): { mark: string; info: string } | null {
  const found = /^ {0,3}(`{3,}|~{3,})/.exec(text);
  if (found === null) return null;
  const info = text.slice(found[0].length).trim();
  return info.includes("`") ? null : { mark: found[1]!, info };
}

/** Returns the index of the line that ends the fenced block of `at`, or the number of lines if none does. */
export function endOfFence(lines: readonly Line[], at: number, mark: string): number {
  for (let index = at + 1; index < lines.length; index += 1) {
    const text = lines[index]!.text.trim();
    if (text.length >= mark.length && text[0] === mark[0] && [...text].every((sign) => sign === mark[0]))
      return index;
  }
  return lines.length;
}
