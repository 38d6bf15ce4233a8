/** A part of a page without an empty line in it. */
export interface Paragraph {
  firstLine: number;
  lastLine: number;
  text: string;
}

export function toParagraphs(text: string): Paragraph[] {
  const paragraphs: Paragraph[] = [];
  let lines: string[] = [];
  const close = (next: number): void => {
    if (lines.length > 0)
      paragraphs.push({ firstLine: next - lines.length, lastLine: next - 1, text: lines.join("\n") });
    lines = [];
  };
  const all = text.split("\n");
  for (const [at, line] of all.entries()) {
    if (line.trim() === "") close(at + 1);
    else lines.push(line);
  }
  close(all.length + 1);
  return paragraphs;
}
