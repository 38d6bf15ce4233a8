import type { PageScan } from "../../markdown/page-scan.ts";
import { createRangeTest } from "../../markdown/ranges.ts";
import type { PagePlace } from "./page-lint.ts";

const scriptTag = /^ {0,3}<script(?:[ \t][^<>]{0,300})?>/gim;
const charactersMax = 20_000;
const source = /(?:\bfrom|\bimport|\bimport\()\s{0,9}["']([^"'\r\n]+)["']/g;

/** Returns what the `<script>` elements of a page in Markdown import. */
export function findScriptModules(
  text: string,
  { spans }: PageScan,
  place: (offset: number, name: string) => PagePlace,
): PagePlace[] {
  if (!text.includes("<script") || !/\b(?:import|export)\b/.test(text)) return [];
  const isCode = createRangeTest(spans.filter(({ kind }) => kind === "code-block" || kind === "comment"));
  const found: PagePlace[] = [];
  for (const { index, 0: tag } of text.matchAll(scriptTag)) {
    if (isCode(index)) continue;
    const start = index + tag.length;
    const end = text.indexOf("</script>", start);
    const code = text.slice(start, end < 0 ? start : Math.min(end, start + charactersMax));
    for (const match of code.matchAll(source)) {
      if (isComment(code, match.index)) continue;
      const at = match.index + match[0].lastIndexOf(match[1]!);
      found.push(place(start + at, match[1]!));
    }
  }
  return found;
}

function isComment(code: string, at: number): boolean {
  const line = code.slice(code.lastIndexOf("\n", at - 1) + 1, at);
  return line.includes("//") || code.lastIndexOf("/*", at) > code.lastIndexOf("*/", at);
}
