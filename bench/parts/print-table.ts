export type Cell = string | number;

/** Prints a Markdown table; numbers keep two decimals below 10, one below 100, none above. */
export function printTable(header: readonly string[], rows: readonly (readonly Cell[])[]): void {
  const lines = [header, header.map(() => "---"), ...rows.map((row) => row.map(formatCell))];
  for (const line of lines) console.log(`| ${line.join(" | ")} |`);
}

export function formatCell(cell: Cell): string {
  if (typeof cell === "string") return cell;
  if (Number.isInteger(cell)) return String(cell);
  return cell.toFixed(Math.abs(cell) < 10 ? 2 : Math.abs(cell) < 100 ? 1 : 0);
}
