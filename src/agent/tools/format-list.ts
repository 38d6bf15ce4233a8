import { fitLines } from "./fit-lines.ts";

/** Entries are folder names with a final `/` and file names, or, with a glob, repository paths; sorted. */
export function formatList(entries: readonly string[], offset = 0): string {
  return fitLines(entries, { offset, format: (entry) => entry });
}
