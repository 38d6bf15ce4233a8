import type { PageLink, Span } from "./page-scan.ts";
import { findLineStarts } from "./page-state.ts";

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
const rawTag = /\{%-?[ \t]*(raw|endraw)[ \t]*-?%\}/g;

const syntaxes = [
  ["book-include", bookInclude, "{{#"],
  ["snippet", snippet, "8<-"],
  ["template-include", templateInclude, "{%"],
  ["liquid-include", liquidInclude, "include_relative"],
  ["comment-include", commentInclude, "@include:"],
  ["code-include", codeInclude, "<<<"],
] as const;

/**
 * Finds the files that a page includes, in the syntax of mdBook, MkDocs' snippets, GitBook, Jekyll and
 * VitePress. `spans` are the page's.
 */
export function scanIncludes(text: string, spans: readonly Span[]): PageLink[] {
  const links: PageLink[] = [];
  const used = syntaxes.filter(([, , mark]) => text.includes(mark));
  if (used.length === 0) return links;
  const lineStarts = findLineStarts(text);
  for (const [kind, pattern] of used) {
    const isTag = kind === "template-include" || kind === "liquid-include";
    const isRaw = createRawTest(text);
    const isMarked = kind === "comment-include" || kind === "code-include" || kind === "template-include";
    const isCode = createCodeTest(spans);
    let line = 0;
    for (const { 1: target, index, indices } of text.matchAll(pattern)) {
      if (isTag && isRaw(index)) continue;
      const isQuoted = isMarked && isCode(index);
      if (isQuoted && kind === "code-include") continue;
      const [start] = indices![1]!;
      while (line + 1 < lineStarts.length && lineStarts[line + 1]! <= start) line += 1;
      const place = { line: line + 1, column: start - lineStarts[line]! + 1 };
      links.push({
        kind: !isQuoted ? kind : kind === "template-include" ? "quoted-template-include" : "quoted-include",
        target: target!,
        start,
        end: start + target!.length,
        ...place,
        text: "",
      });
    }
  }
  return links;
}

/** Returns a test for ascending offsets: whether that place is in code. */
function createCodeTest(spans: readonly Span[]): (at: number) => boolean {
  const code = spans.filter(({ kind }) => kind === "code-block" || kind === "inline-code");
  let next = 0;
  return (at) => {
    while (next < code.length && code[next]!.end <= at) next += 1;
    return next < code.length && code[next]!.start <= at;
  };
}

/** Returns a test for ascending offsets: whether Liquid and GitBook's templates only show that place. */
function createRawTest(text: string): (at: number) => boolean {
  const tags = [...text.matchAll(rawTag)].filter(({ 1: name }, at, all) => name !== all[at - 1]?.[1]);
  let next = 0;
  return (at) => {
    while (next < tags.length && tags[next]!.index < at) next += 1;
    return tags[next - 1]?.[1] === "raw" && tags[next] !== undefined;
  };
}
