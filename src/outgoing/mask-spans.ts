import type { Span } from "./create-needles.ts";

export const mask = "[redacted]";

/** The text with a mask for each of the ascending spans. Line breaks stay, and the first character of a line that a span goes on in: the lines of a diff keep their marks. */
export function maskSpans(text: string, spans: readonly Span[]): string {
  let result = "";
  let from = 0;
  for (const { start, end } of spans) {
    result += text.slice(from, start) + maskLines(text.slice(start, end));
    from = end;
  }
  return result + text.slice(from);
}

function maskLines(text: string): string {
  const [, ...rest] = text.split("\n");
  return [mask, ...rest.map((line) => (/^[+ -]/.test(line) ? `${line[0]}${mask}` : mask))].join("\n");
}
