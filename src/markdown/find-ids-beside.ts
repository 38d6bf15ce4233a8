import type { Heading } from "./page-scan.ts";
import { readAttributes } from "./read-attributes.ts";

const attributeLine = /^ {0,3}\{:([^{}]{1,300})\}[ \t]*$/;
const underline = /^ {0,3}(?:=+|-+)[ \t]*$/;

interface ScannedHeadings {
  text: string;
  lineStarts: readonly number[];
  headings: Heading[];
}

/** Gives headings the id of a list of attributes in a line of its own, below them or above. */
export function findIdsBeside({ text, lineStarts, headings }: ScannedHeadings): void {
  if (!text.includes("{:")) return;
  const lineAt = (index: number): string => {
    const start = lineStarts[index];
    return start === undefined ? "" : text.slice(start, lineStarts[index + 1] ?? text.length).trimEnd();
  };
  for (const heading of headings) {
    const isUnderlined = !/^[ \t>]*#/.test(lineAt(heading.line - 1)) && underline.test(lineAt(heading.line));
    const below = idOf(lineAt(heading.line + (isUnderlined ? 1 : 0)));
    // Behind text, the list belongs to that text.
    const above = lineAt(heading.line - 3) === "" ? idOf(lineAt(heading.line - 2)) : undefined;
    const id = below ?? above;
    if (id !== undefined) heading.idBeside = id;
  }
}

function idOf(line: string): string | undefined {
  const inside = attributeLine.exec(line)?.[1];
  return inside === undefined ? undefined : readAttributes(inside)?.ids.at(-1);
}
