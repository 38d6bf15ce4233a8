import { showHidden } from "../../text/show-hidden.ts";
import type { CliStream } from "../deps.ts";
import { fitWidth, padWidth, widthOf } from "./fit-width.ts";
import { paint, type Style } from "./paint.ts";

const gap = "  ";
const lastColumnMin = 8;

/** A text, or one with a style for terminals with colours. */
export type Cell = string | { text: string; style: Style };

type Target = Pick<CliStream, "color" | "columns">;

const noTerminal: Target = { color: false, columns: null };

/**
 * Formats rows under a line of headings, with columns as wide as their content. On a terminal the last column
 * is cut to the remaining width, so that each row is one line; elsewhere it is left as it is.
 */
export function formatTable(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  target: Target = noTerminal,
): string {
  const head = headings.map((text): Cell => ({ text, style: "bold" }));
  const cells = [head, ...rows].map((row) => row.map((cell) => ({ style: null, ...asOneLine(cell) })));
  const widths = headings.map((_, column) =>
    Math.max(...cells.map((row) => widthOf(row[column]?.text ?? ""))),
  );
  const last = headings.length - 1;
  const before = widths.slice(0, last).reduce((sum, width) => sum + width + gap.length, 0);
  const room =
    target.columns === null ? Number.POSITIVE_INFINITY : Math.max(lastColumnMin, target.columns - before);
  return cells
    .map((row) =>
      row
        .map(({ text, style }, column) => {
          const shown = column === last ? fitWidth(text, room) : padWidth(text, widths[column]!);
          return style === null ? shown : paint(target, style, shown);
        })
        .join(gap)
        .trimEnd(),
    )
    .join("\n");
}

function asOneLine(cell: Cell): { text: string; style?: Style } {
  return typeof cell === "string"
    ? { text: toOneLine(cell) }
    : { text: toOneLine(cell.text), style: cell.style };
}

/** Formats names and values below each other; further lines of a value are aligned with its first. */
export function formatFields(fields: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...fields.map(([name]) => name.length));
  const indent = `\n${" ".repeat(width + 2 * gap.length)}`;
  return fields
    .map(([name, value]) => `${gap}${name.padEnd(width)}${gap}${toLines(value).join(indent)}`)
    .join("\n");
}

/** Splits text into lines, without any other characters that could control a terminal. */
export function toLines(text: string): string[] {
  return showHidden(text.replace(/\r\n?/g, "\n")).trimEnd().split("\n");
}

/** Puts text from a repository or a model on one line, without characters that could control a terminal. */
export function toOneLine(text: string): string {
  return showHidden(text.replace(/[\r\n\t]+/g, " "));
}
