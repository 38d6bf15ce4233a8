import { createRequire } from "node:module";

const require = createRequire(import.meta.url);

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * Cuts plain text to a number of terminal columns, with "…" if anything is left out. Wide characters count as
 * two.
 */
export function fitWidth(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let fitted = "";
  let width = 0;
  for (const { segment } of graphemes.segment(text)) {
    width += widthOf(segment);
    if (width > columns - 1) break;
    fitted += segment;
  }
  return `${fitted}…`;
}

/** Pads plain text with spaces to a number of terminal columns. */
export function padWidth(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}

/** Text in ASCII needs no library, whose expressions take longer to compile than most commands to run. */
export function widthOf(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  const { default: stringWidth } = require("string-width") as typeof import("string-width");
  return stringWidth(text);
}
