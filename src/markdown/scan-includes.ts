import type { PageLink, Span } from "./page-scan.ts";
import { findLineStarts } from "./page-state.ts";
import { createRangeTest, findRawRanges } from "./ranges.ts";

/** Matched in code as well: the generator inserts both before it reads the page as Markdown. */
const bookInclude = /(?<!\\)\{\{#(?:include|rustdoc_include|playground|playpen)[ \t]+([^\s:{}]{1,400})/dg;
const snippet = /^[ \t]*-{1,10}8<-{1,10}[ \t]+["']([^"'\s:]{1,400})(?::[^"'\n]{0,200})?["'][ \t]*\r?$/dgm;

/** Paths without `./` and the like are no paths from the page. */
const templateInclude = /\{%-?[ \t]*include[ \t]+["'](\.{0,2}\/[^"'\s{}%]{1,400})["'][ \t]*-?%\}/dg;
const liquidInclude = /\{%-?[ \t]*include_relative[ \t]+([\w./-]{1,400})(?=[\s%])/dg;
/** Of VitePress. The path ends before a region and a range of lines; one with spaces is not read. */
const commentInclude = /<!--\s*@include:\s*(?=((?:@\/)?[^\s@/#{}<>][^\s#{}<>]{0,400}?)(?:[#{]|\s*-->))/dg;
const codeInclude =
  /^[ \t>*+-]{0,40}<<<(?!<)[ \t]*((?:@\/)?[^\s@/#{}[\]<>][^\s#{}[\]<>]{0,400})(?=[ \t#{[]|\r?$)/dgm;

/** Of Fumadocs. A path from where the site is built is not read. */
const tagInclude =
  /<include(?! [^<>\n]{0,200}\bcwd\b)(?: [^<>\n]{0,200})?>\s{0,40}([^\s#<>{}]{1,400})(?=[#\s<])/dg;

/** Of MkDocs' plugins include-markdown and macros, which read code as well. */
const markdownInclude =
  /\{%-?\s{1,20}include-markdown\s{1,20}["']([^"'\s{}%*?[\]\\][^"'\n{}%*?[\]\\]{0,400})["']/dg;
const jinjaInclude = /\{%-?\s{0,20}include\s{1,20}["']([^"'\s{}%*?[\]\\][^"'\n{}%*?[\]\\]{0,400})["']/dg;

/** The kind in code is null where an include in code is only shown. */
const syntaxes = [
  { kind: "book-include", inCode: "book-include", pattern: bookInclude, mark: "{{#" },
  { kind: "snippet", inCode: "snippet", pattern: snippet, mark: "8<-" },
  { kind: "template-include", inCode: "quoted-template-include", pattern: templateInclude, mark: "{%" },
  { kind: "liquid-include", inCode: "liquid-include", pattern: liquidInclude, mark: "include_relative" },
  { kind: "comment-include", inCode: "quoted-comment-include", pattern: commentInclude, mark: "@include:" },
  { kind: "code-include", inCode: null, pattern: codeInclude, mark: "<<<" },
  { kind: "tag-include", inCode: null, pattern: tagInclude, mark: "<include" },
  {
    kind: "markdown-include",
    inCode: "markdown-include",
    pattern: markdownInclude,
    mark: "include-markdown",
  },
  { kind: "jinja-include", inCode: "jinja-include", pattern: jinjaInclude, mark: "{%" },
] as const;

/**
 * Finds the files that a page includes, in the syntax of mdBook, MkDocs' snippets and plugins, GitBook,
 * Jekyll, VitePress and Fumadocs. `spans` are the page's.
 */
export function scanIncludes(text: string, spans: readonly Span[]): PageLink[] {
  const links: PageLink[] = [];
  const used = syntaxes.filter(({ mark }) => text.includes(mark));
  if (used.length === 0) return links;
  const lineStarts = findLineStarts(text);
  const isRaw = createRangeTest(findRawRanges(text));
  const isCode = createRangeTest(spans.filter(({ kind }) => kind === "code-block" || kind === "inline-code"));
  for (const { kind: plain, inCode, pattern } of used) {
    const isTag = /^(?:template|liquid|jinja)-include$/.test(plain);
    let line = 0;
    for (const { 1: target, index, indices } of text.matchAll(pattern)) {
      const kind = isCode(index) ? inCode : plain;
      if (kind === null || (isTag && isRaw(index))) continue;
      const [start] = indices![1]!;
      while (line + 1 < lineStarts.length && lineStarts[line + 1]! <= start) line += 1;
      const place = { line: line + 1, column: start - lineStarts[line]! + 1 };
      links.push({ kind, target: target!, start, end: start + target!.length, ...place, text: "" });
    }
  }
  return links;
}
