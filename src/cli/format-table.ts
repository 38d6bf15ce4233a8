import { showHidden } from "../show-hidden.ts";

const gap = "  ";

/** Rows under a line of headings, columns as wide as their content; the last column is left as it is. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [headings, ...rows].map((row) => row.map(toOneLine));
  const widths = headings.map((_, column) => Math.max(...cells.map((row) => (row[column] ?? "").length)));
  return cells
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join(gap)
        .trimEnd(),
    )
    .join("\n");
}

/** Names and values below each other; further lines of a value begin where its first one does. */
export function formatFields(fields: readonly (readonly [name: string, value: string])[]): string {
  const width = Math.max(...fields.map(([name]) => name.length));
  const indent = `\n${" ".repeat(width + 2 * gap.length)}`;
  return fields
    .map(([name, value]) => `${gap}${name.padEnd(width)}${gap}${toLines(value).join(indent)}`)
    .join("\n");
}

/** Text with its line breaks, and nothing else in it that could steer a terminal. */
export function toLines(text: string): string[] {
  return showHidden(text.replace(/\r\n?/g, "\n")).trimEnd().split("\n");
}

/** Text from a repository or a model on one line of a terminal, without characters that could steer it. */
export function toOneLine(text: string): string {
  return showHidden(text.replace(/[\r\n\t]+/g, " "));
}
