import { fitLines } from "./fit-lines.ts";
import { succeeded, type ToolResult } from "./tool.ts";

/** Formats sorted entries: folder names with a final `/` and file names or, with a glob, repository paths. */
export function formatList(entries: readonly string[], offset = 0): ToolResult {
  const { text, shown } = fitLines(entries, { offset, format: (entry) => entry });
  return succeeded(text, { data: { kind: "names", total: entries.length, shown: shown.length } });
}
