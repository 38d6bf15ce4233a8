import { joinSliced } from "../text/join-sliced.ts";
import { runAtOnce, type Sliced } from "../text/run-in-slices.ts";
import type { Span } from "./create-needles.ts";

export const mask = "[redacted]";

const spansPerStop = 512;

/**
 * Replaces each of the ascending spans by a mask. Line breaks stay, and so does the first character of a line
 * in which a span continues, so that the lines of a diff keep their marks.
 */
export function maskSpans(text: string, spans: readonly Span[]): string {
  return runAtOnce(maskSpansSliced(text, spans));
}

export function* maskSpansSliced(text: string, spans: readonly Span[]): Sliced<string> {
  const masked = joinSliced();
  let from = 0;
  let count = 0;
  for (const { start, end } of spans) {
    if (++count % spansPerStop === 0) yield;
    masked.add(text.slice(from, start));
    masked.add(maskLines(text.slice(start, end)));
    from = end;
  }
  masked.add(text.slice(from));
  return masked.end();
}

function maskLines(text: string): string {
  if (!text.includes("\n")) return mask;
  const [, ...rest] = text.split("\n");
  return [mask, ...rest.map((line) => (/^[+ -]/.test(line) ? `${line[0]}${mask}` : mask))].join("\n");
}
