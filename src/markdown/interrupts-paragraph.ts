import { isRule, readFence, readHeadingLevel, readListMarker } from "./read-line.ts";
import { isDirectiveStart } from "./scan-directive.ts";

/** Whether the line at `at` ends a paragraph by beginning something else. */
export function interruptsParagraph(text: string, at: number, end: number): boolean {
  return (
    readFence(text, at, end) !== null ||
    readHeadingLevel(text, at, end) > 0 ||
    readListMarker(text, at, end) !== null ||
    isRule(text, at, end) ||
    isDirectiveStart(text, at)
  );
}
