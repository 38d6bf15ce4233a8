import type { PageScan } from "../../markdown/page-scan.ts";
import type { PageFacts } from "../model/page-facts.ts";

const opening = /^<(h[1-6])(?=[\s>])/i;
const lengthMax = 1_000;

/** Returns headings written in HTML, of which code hosts make ids as of others. */
export function findHtmlHeadings(text: string, { spans }: PageScan): PageFacts["htmlHeadings"] {
  const found: PageFacts["htmlHeadings"] = [];
  for (const { kind, start, end } of spans) {
    const name = kind === "html-tag" ? opening.exec(text.slice(start, start + 4))?.[1] : undefined;
    if (name === undefined) continue;
    const inside = text.slice(end, end + lengthMax);
    const close = inside.search(/<\/h[1-6]\s{0,9}>/i);
    found.push({ text: close < 0 ? null : readText(inside.slice(0, close)), start });
  }
  return found;
}

/** Null if Markdown may be read in it, or it holds entities or other headings. */
function readText(inside: string): string | null {
  if (/\n[ \t]*\r?\n/.test(inside)) return null;
  const text = inside.replace(/<!--[^<>]{0,400}-->/g, "").replace(/<\/?[A-Za-z][^<>]{0,400}>/g, "");
  return /[<>&_`[\]{}\\]/.test(text) ? null : text;
}
