import { addSpan, lineIndexAt, type PageState } from "./page-state.ts";
import { readPrefix, trimLineEnd } from "./read-line.ts";

const admonitionLine = /^(?:!!!|\?\?\?\+?)[ \t]+[\w-]+(?:[ \t]+[\w-]+)*[ \t]*/;
/** Without a space only with a title, or nothing else. */
const closeAdmonition = /^(?:!!!|\?\?\?\+?)[A-Za-z][\w-]*[ \t]*(?=["'\r\n]|$)/;
/** Without a kind only what can be opened, and with a title. */
const titledDetails = /^\?\?\?\+?[ \t]+(?=")/;
const tabLine = /^===[!+]?[ \t]+(?=["'])/;
const blockLine = /^\/\/\/+(?:[ \t]*[\w-]+)?(?:[ \t]*\|[ \t]*)?/;
const containerLine = /^:{2,}[ \t]*[\w.-]*/;
/** `::: tab Linux id="install-linux"`, as vuepress-plugin-tabs reads it. */
const containerId = /^[^\n]*[ \t{]id="([^"\n]{1,200})"/;
const wholeLine = /^(?:-+8<-+|;-+8<-+|<<<[ \t]|\{\*|\[TOC\]|\[\[toc\]\])/i;

/** Checks cheaply whether a directive may begin; `scanDirective` decides. */
export function isDirectiveStart(text: string, at: number): boolean {
  switch (text.charCodeAt(at)) {
    case 0x21:
      return text.startsWith("!!!", at) && /[ A-Za-z]/.test(text[at + 3] ?? "");
    case 0x3f:
      return text.startsWith("???", at);
    case 0x3d:
      return text.startsWith("===", at) && /[ !+]/.test(text[at + 3] ?? "");
    case 0x2f:
      return text.startsWith("///", at);
    case 0x3a:
      return text.startsWith(":::", at) || text.startsWith(":   ", at);
    case 0x2d:
    case 0x3b:
      return /^;?-+8<-/.test(text.slice(at, at + 20));
    case 0x3c:
      return text.startsWith("<<<", at);
    case 0x7b:
      return text.startsWith("{*", at);
    case 0x5b:
      return wholeLine.test(text.slice(at, at + 8));
    default:
      return false;
  }
}

/** `at`: offset at which prose resumes. `opensContainer`: lines indented by 4 more belong to it. */
interface Directive {
  at: number;
  opensContainer: boolean;
}

/**
 * Scans admonitions, tabs, containers and includes of MkDocs, Docusaurus and VitePress; their titles stay
 * prose.
 */
export function scanDirective(state: PageState, at: number, end: number, indent: number): Directive | null {
  const { text } = state;
  const line = text.slice(at, Math.min(end, at + 300));
  if (line.startsWith(":   ")) return { at: at + 4, opensContainer: true };
  if (wholeLine.test(line)) {
    addSpan(state, "directive", at, trimLineEnd(text, at, end));
    return { at: end, opensContainer: false };
  }
  const opener =
    admonitionLine.exec(line) ?? closeAdmonition.exec(line) ?? titledDetails.exec(line) ?? tabLine.exec(line);
  if (opener !== null) return use(state, at, opener[0].length, true);
  const block = blockLine.exec(line);
  if (block !== null) {
    addSpan(state, "directive", at, trimLineEnd(text, at, at + block[0].length));
    return { at: skipOptions(state, at, end, indent), opensContainer: false };
  }
  const container = containerLine.exec(line);
  if (container === null) return null;
  if (/[._]/.test(container[0]))
    return { at: skipIdentifierBlock(state, at, end, indent), opensContainer: false };
  const label = /^\[([^\]\r\n]{1,200})\]/.exec(line.slice(container[0].length))?.[1];
  if (label !== undefined)
    state.componentTitles.push({ tag: container[0].replace(/^:+[ \t]*/, ""), value: label });
  const id = containerId.exec(line)?.[1];
  if (id !== undefined) state.anchors.push(id);
  return use(state, at, container[0].length, false);
}

function use(state: PageState, at: number, length: number, opensContainer: boolean): Directive {
  addSpan(state, "directive", at, trimLineEnd(state.text, at, at + length));
  return { at: at + length, opensContainer };
}

/** `/// name | title` may be followed by indented `key: value` lines. */
function skipOptions(state: PageState, at: number, end: number, indent: number): number {
  const { text, lineStarts } = state;
  const first = lineIndexAt(lineStarts, at) + 1;
  let last = first;
  while (
    last < lineStarts.length &&
    isOption(text, lineStarts[last]!, lineStarts[last + 1] ?? text.length, indent)
  )
    last += 1;
  if (last > first) {
    const stop = trimLineEnd(text, end, lineStarts[last] ?? text.length);
    const from = lineStarts[first]!;
    addSpan(state, "directive", from, stop);
  }
  return at + (blockLine.exec(text.slice(at, Math.min(end, at + 300)))?.[0].length ?? 0);
}

function isOption(text: string, start: number, end: number, indent: number): boolean {
  const prefix = readPrefix(text, start, end);
  return (
    prefix.indent >= indent + 4 &&
    /^[\w-]+:(?:\s|$)/.test(text.slice(prefix.at, Math.min(end, prefix.at + 100)))
  );
}

/** Skips `::: package.module` of mkdocstrings with its indented options. */
function skipIdentifierBlock(state: PageState, at: number, end: number, indent: number): number {
  const { text, lineStarts } = state;
  let last = end;
  for (let line = lineIndexAt(lineStarts, at) + 1; line < lineStarts.length; line += 1) {
    const stop = lineStarts[line + 1] ?? text.length;
    const prefix = readPrefix(text, lineStarts[line]!, stop);
    if (prefix.isBlank || prefix.indent < indent + 4) break;
    last = stop;
  }
  addSpan(state, "directive", at, trimLineEnd(text, at, last));
  return last;
}
