import type { CheckedFinding } from "../agent/tools/tool-data.ts";
import { scanPage } from "../markdown/scan-page.ts";
import type { Fix } from "./apply-fixes.ts";
import type { Page } from "./process-pages.ts";

/** The repair that leaves only the text of an inline link; none for images, definitions and attributes. */
export function findLinkAround(page: Page, { path, line, column, target }: CheckedFinding): Fix[] {
  const { links } = scanPage(page.lines.join("\n"), { mdx: page.path.endsWith(".mdx") });
  const onLine = links.filter((link) => link.line === line && link.target === target && link.kind === "link");
  const link =
    onLine.find((candidate) => candidate.column === column) ?? (onLine.length === 1 ? onLine[0] : null);
  if (!link) return [];
  const text = page.lines[line - 1]!;
  const from = link.column - 1;
  const opening = text.slice(0, from).endsWith("](<") ? "](<" : "](";
  const textEnd = from - opening.length;
  const start = findOpeningBracket(text, textEnd);
  const closing = /^>?(?:\s+(?:"[^"]*"|'[^']*'|\([^)]*\)))?\s*\)/.exec(text.slice(from + link.target.length));
  if (!text.startsWith(opening, textEnd) || start < 0 || closing === null) return [];
  const end = from + link.target.length + closing[0].length;
  return [
    { path, line, column: start + 1, old: text.slice(start, end), new: text.slice(start + 1, textEnd) },
  ];
}

/** The bracket that the one at `closing` closes, on the same line; -1 when there is none. */
function findOpeningBracket(text: string, closing: number): number {
  let depth = 0;
  for (let at = closing; at >= 0; at--) {
    if (text[at - 1] === "\\") continue;
    if (text[at] === "]") depth += 1;
    if (text[at] === "[") depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}
