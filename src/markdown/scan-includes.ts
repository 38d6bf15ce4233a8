import type { PageLink } from "./page-scan.ts";
import { findLineStarts } from "./page-state.ts";

/** Matched in code as well: the generator inserts both before it reads the page as Markdown. */
const bookInclude = /(?<!\\)\{\{#(?:include|rustdoc_include|playground|playpen)[ \t]+([^\s:{}]{1,400})/g;
const snippet = /^[ \t]*-{1,10}8<-{1,10}[ \t]+["']([^"'\s:]{1,400})(?::[^"'\n]{0,200})?["'][ \t]*\r?$/gm;

/** Finds the files that a page includes, in the syntax of mdBook and of MkDocs' snippets. */
export function scanIncludes(text: string): PageLink[] {
  const links: PageLink[] = [];
  if (!text.includes("{{#") && !text.includes("8<-")) return links;
  const lineStarts = findLineStarts(text);
  let line = 0;
  for (const [kind, pattern] of [["book-include", bookInclude] as const, ["snippet", snippet] as const]) {
    line = 0;
    for (const { 0: all, 1: target, index } of text.matchAll(pattern)) {
      const start = index + all.indexOf(target!, all.search(/[ \t"'](?=\S)/));
      while (line + 1 < lineStarts.length && lineStarts[line + 1]! <= start) line += 1;
      const place = { line: line + 1, column: start - lineStarts[line]! + 1 };
      links.push({ kind, target: target!, start, end: start + target!.length, ...place, text: "" });
    }
  }
  return links;
}
