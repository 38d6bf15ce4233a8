import type { PageScan } from "../../markdown/page-scan.ts";
import { createRangeTest } from "../../markdown/ranges.ts";
import type { PageFacts } from "../model/page-facts.ts";

const tab =
  /^[ \t]{0,40}(?:===[!+]{0,2}[ \t]{1,9}"([^"\r\n]{1,300})"|\/{3,9}[ \t]{0,9}tab[ \t]{1,9}\|[ \t]{1,9}([^\r\n]{1,300}))/gm;

/** Returns the titles of tabs of pymdownx, of which some sites make ids. */
export function findTabTitles(text: string, { spans }: PageScan): PageFacts["tabTitles"] {
  if (!text.includes("===") && !text.includes("///")) return [];
  const isCode = createRangeTest(spans.filter(({ kind }) => kind === "code-block" || kind === "comment"));
  return [...text.matchAll(tab)].flatMap(({ 1: title, 2: other = "", index }) =>
    isCode(index) ? [] : [{ text: (title ?? other).trim(), start: index }],
  );
}
