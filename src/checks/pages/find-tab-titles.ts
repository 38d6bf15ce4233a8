import type { PageScan } from "../../markdown/page-scan.ts";
import { createRangeTest } from "../../markdown/ranges.ts";
import type { PageFacts } from "../model/page-facts.ts";

const tab =
  /^[ \t]{0,40}(?:===[!+]{0,2}[ \t]{1,9}"([^"\r\n]{1,300})"|\/{3,9}[ \t]{0,9}tab[ \t]{1,9}\|[ \t]{1,9}([^\r\n]{1,300}))/gm;

/** Returns the titles of tabs of pymdownx, of which some sites make ids. */
export function findTabTitles(text: string, { spans, headings }: PageScan): PageFacts["tabTitles"] {
  if (!text.includes("===") && !text.includes("///")) return [];
  const isCode = createRangeTest(spans.filter(({ kind }) => kind === "code-block" || kind === "comment"));
  const titles = [...text.matchAll(tab)].flatMap(({ 1: title, 2: other = "", index }) =>
    isCode(index) ? [] : [{ text: (title ?? other).trim(), start: index }],
  );
  const parents = findParents(text, { titles, headings });
  return titles.map((one) => ({ ...one, below: parents.get(one.start) ?? null }));
}

const line = /^([ \t]*)\S.*$/gm;

/** Returns the start of the heading above each tab, in its own block or in one around it. */
function findParents(
  text: string,
  { titles, headings }: { titles: readonly { start: number }[]; headings: PageScan["headings"] },
): Map<number, number> {
  const tabs = new Set(titles.map(({ start }) => start));
  const byLine = new Map(headings.map(({ start }) => [text.lastIndexOf("\n", start - 1) + 1, start]));
  const blocks: { indent: number; heading: number | null }[] = [];
  const found = new Map<number, number>();
  for (const { 1: spaces = "", index } of text.matchAll(line)) {
    const indent = spaces.replaceAll("\t", "    ").length;
    while (blocks.length > 0 && blocks.at(-1)!.indent > indent) blocks.pop();
    if (blocks.at(-1)?.indent !== indent) blocks.push({ indent, heading: null });
    const heading = byLine.get(index);
    if (heading !== undefined) blocks.at(-1)!.heading = heading;
    const above = tabs.has(index) ? blocks.findLast((one) => one.heading !== null)?.heading : undefined;
    if (above != null) found.set(index, above);
  }
  return found;
}
