import type { Outcomes } from "./outcomes-schema.ts";

const figureNames = [
  ...(["jobs", "withPullRequest", "merged", "closed", "open", "medianHoursToMerge"] as const),
  ...(["reworkTurns", "costUsd", "costPerMerged", "findingsFixed"] as const),
];

/** Writes one table (RFC 4180): a line for each month, then one for each author. Unknown values are empty. */
export function writeOutcomesCsv({ months, authors }: Outcomes): string {
  const lines = [
    ["by", "month", "authorKind", "authorId", "authorName", ...figureNames],
    ...months.map((row) => ["month", row.month, "", "", "", ...figureNames.map((name) => row[name])]),
    ...authors.map((row) => {
      const { kind = "", id = "", name = "" } = row.author ?? {};
      return ["author", "", kind, id, name, ...figureNames.map((figure) => row[figure])];
    }),
  ];
  return lines.map((cells) => `${cells.map(toCell).join(",")}\r\n`).join("");
}

// Spreadsheets take text that begins with one of these for a formula.
const formulaStart = /^[=+\-@\t\r]/;

export function toCell(value: string | number | null): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = formulaStart.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
