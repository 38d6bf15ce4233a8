import type { ActiveItem } from "./active-item.ts";
import { mayLeave } from "./leaving-path.ts";
import { hostOf, normalAddress } from "./normal-address.ts";

/** Directives whose path may begin at the root of the documentation. */
const directives = [
  /^[ \t]*\.\.[ \t]+(?:include|literalinclude|raw|csv-table|eval|exec|code-block)::[ \t]*(\S*)/gm,
  /^:::[ \t]*\{?(?:include|literalinclude|raw|eval-rst)\}?[ \t]*(\S*)/gm,
];

/** Options of directives of reStructuredText. */
const fileOption = /^[ \t]+:(?:file|url):[ \t]*(\S+)/gm;
/** Of PlantUML, which some builds run in fences; its own library is in angle brackets. */
const diagramInclude =
  /^[ \t>]*!(?:include|includeurl|include_once|include_many|includesub|import)[ \t]+(\S+)/gm;

/** Of VitePress, where `/` is the root of the machine, and spaces belong to the path. */
const codeLine = /^[ \t>*+\d.)-]{0,40}<<<(?!<)[ \t]*([^\r\n]+)/gm;
const comment = /<!--\s*@include:\s*/g;

/** Of MkDocs, for one file; the path may be quoted. */
const snippetLine = /^[ \t]*;?-+8<-+[ \t]*(?:"([^"\r\n]*)|'([^'\r\n]*)|([^"'\s]\S*))/gm;
const snippetMark = /^[ \t]*-+8<-+[ \t]*\r?$/;

/** Of mdBook, whose paths begin at the page or at the root of the machine. */
const bookInclude = /\{\{[ \t]*#(?:include|rustdoc_include|playground|playpen)[ \t]+([^\r\n{}]+)/g;

/** Of AsciiDoc. */
const asciidocInclude = /^include::([^\r\n]*)/gm;

/**
 * Finds includes of files that are not part of the documentation. `visible` is the text without code;
 * `text` is all of it, as some generators include files before they read Markdown.
 */
export function scanFileIncludes(text: string, visible: string): ActiveItem[] {
  const items: ActiveItem[] = [];
  const add = (at: number, target: string, key: string, isKnown: (target: string) => boolean): void => {
    if (hostOf(normalAddress(target)) === null && isKnown(target)) return;
    const what = `the inclusion of ${target || "raw content"}`;
    items.push({ kind: "macro", key: `include ${key}`, at, what });
  };
  for (const pattern of directives) {
    for (const { 0: whole, 1: target = "", index } of visible.matchAll(pattern))
      add(index, target, whole.trim(), (one) => staysInside(one) && !/\braw|eval|exec/.test(whole));
  }
  for (const { 1: target, index } of visible.matchAll(fileOption))
    add(index, target!, `:file: ${target}`, staysInside);
  for (const { 1: target, index } of text.matchAll(diagramInclude))
    add(index, target!, `!include ${target}`, staysInside);
  for (const { 1: target, index } of visible.matchAll(asciidocInclude))
    add(index, target!.split("[", 1)[0]!, `include::${target}`, staysInside);
  for (const { 1: target, index } of visible.matchAll(codeLine))
    add(index, target!, `<<< ${target}`, isRelative);
  for (const { 1: path, index } of text.matchAll(bookInclude))
    add(index, path!, `{{#include ${path}`, isRelative);
  for (const { index, target } of findComments(text))
    add(index, target, `<!--@include: ${target}`, staysInside);
  for (const { index, target } of findSnippets(text)) add(index, target, `--8<-- ${target}`, staysInside);
  return items;
}

function staysInside(target: string): boolean {
  return !mayLeave(target);
}

/** Where `/` is the root of the machine. */
function isRelative(target: string): boolean {
  return !mayLeave(target) && !/^[\\/]/.test(target);
}

/** Comments with what they include, up to the end of their line. */
function findComments(text: string): { index: number; target: string }[] {
  const found: { index: number; target: string }[] = [];
  const lineEnds = createFinder(text, "\n");
  const closings = createFinder(text, "-->");
  let end = 0;
  for (const { 0: mark, index } of text.matchAll(comment)) {
    if (index < end) continue;
    const start = index + mark.length;
    end = Math.min(lineEnds(start), closings(start));
    found.push({ index, target: text.slice(start, end).trim() });
  }
  return found;
}

/** Returns, for ascending offsets, where `mark` comes next: the end of the text if it does not. */
function createFinder(text: string, mark: string): (from: number) => number {
  let next = -1;
  return (from) => {
    if (next < from) next = text.indexOf(mark, from);
    if (next < 0) next = text.length;
    return next;
  };
}

/** Snippets of one file, and those between two marks, one a line. */
function findSnippets(text: string): { index: number; target: string }[] {
  const found: { index: number; target: string }[] = [];
  if (!text.includes("8<-")) return found;
  for (const { index, 1: double, 2: single, 3: bare } of text.matchAll(snippetLine))
    found.push({ index, target: double ?? single ?? bare ?? "" });
  let isOpen = false;
  let index = 0;
  for (const line of text.split("\n")) {
    if (snippetMark.test(line)) isOpen = !isOpen;
    else if (isOpen && line.trim() !== "") found.push({ index, target: line.trim() });
    index += line.length + 1;
  }
  return found;
}
