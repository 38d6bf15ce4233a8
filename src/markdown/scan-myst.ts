import type { PageLink, PageScan } from "./page-scan.ts";
import { findLineStarts, lineIndexAt } from "./page-state.ts";
import { createRangeTest } from "./ranges.ts";

/** Syntax that only Sphinx with MyST reads: roles, tables of contents, labels, directives. */
export interface MystScan {
  /** Links of kind `document`, `label` and `myst-include`, and the `image` links of directives. */
  links: PageLink[];
  labels: string[];
  /** Names of directives without duplicates, and `externalMark`. */
  directives: string[];
}

/** Follows a link that is an address for the browser and names no file. */
export const externalMark = "{.external}";

const role = /\{(?:std:)?(doc|ref|numref|download|any|bdg-ref[\w-]{0,30})\}$/;
const tableOfContents = /^[`~]{3,}[ \t]*\{toctree\}/;
const titled = /^([\s\S]*?)<([^<>]*)>$/;
const label = /^[ \t>]*\(([^()\r\n]{1,200})\)=[ \t]*\r?$/gm;
const restLabel = /^[ \t]*\.\. _(.*)$/gm;
const idMark = /\{[^{}#\r\n]*#([\w:.-]+)/g;
const directive = /^[ \t]*(?:`{3,}|~{3,}|:{3,})[ \t]*\{([\w:+-]+)\}/gm;
const imageDirective = /^[ \t]*(?:`{3,}|~{3,}|:{3,})[ \t]*\{(?:image|figure)\}[ \t]+(\S+)[ \t]*\r?$/gm;
const includeDirective =
  /^[ \t]*(?:`{3,}|~{3,}|:{3,})[ \t]*\{(?:include|literalinclude)\}[ \t]+(\S+)[ \t]*\r?$/gm;
/** Of a directive that shows the file as code, or reads its links where they stand. */
const keepsLinks = /^\s*(?:`{3,}|~{3,}|:{3,})[ \t]*\{literalinclude\}/;
const keepingOption = /^[ \t]*:?(?:relative-(?:docs|images)|literal|code|parser):/;
const imageOption = /^[ \t]*:(?:img-(?:top|bottom|background)|avatar):[ \t]+(\S+)[ \t]*\r?$/gm;
/** Options of a card of sphinx-design, which follow each other. */
const cardLink = /^[ \t]*:?link:[ \t]+(\S+)[ \t]*\r?$/gm;
const cardLinkType = /^[ \t]*:?(?:link|ref)-type:[ \t]+(doc|ref|any|myst)[ \t]*\r?$/;
/** Of sphinx-design as well; without a type it may name anything. */
const buttonDirective =
  /^[ \t]*(?:`{3,}|~{3,}|:{3,})[ \t]*\{button-ref\}[ \t]+(\S[^\r\n\u2028\u2029]*)\r?$/gm;
const directiveOption = /^[ \t]*(?::?[\w-]+:(?:[ \t]|\r?$)|---[ \t]*\r?$)/;
const cardOption = /^[ \t]*:?[\w-]+:(?:[ \t]|\r?$)/;
/** Directives whose content is parsed as text and may hold directives. */
const holder =
  /^[`~]{3,}[ \t]*\{(?:image|figure|article-info|card(?:-\w+)?|grid(?:-[\w-]+)?|tab-(?:set|item)|dropdown|div|container|sidebar|margin|admonition|note|tip|hint|important|warning|caution|attention|danger|error|seealso|only)\}/;
/** Each with the names of which one is on a page that has any. */
const files = [
  ["image", imageDirective, ["image}", "figure}"]],
  ["image", imageOption, [":img-", ":avatar:"]],
  ["myst-include", includeDirective, ["include}"]],
] as const;
const directiveFence = /^[`~]{3,}[ \t]*\{/;
const nameOption = /^[ \t]*:?(?:name|label):[ \t]+(\S+)[ \t]*\r?$/gm;
const mathLabel = /\$\$[ \t]*\(([^()\r\n]+)\)/g;
/** Each with a sign that a page with any has. */
const labelForms = [
  [label, ")="],
  [nameOption, ":"],
  [restLabel, ".. _"],
  [idMark, "#"],
  [mathLabel, "$$"],
] as const;
const targetLengthMax = 500;

/** Takes linear time, and little if the page has no such syntax; Sphinx reads no MDX. */
export function scanMyst(text: string, { spans, isMdx }: PageScan): MystScan {
  if (isMdx || !/\{[\w:+.-]+\}|\{[^{}\n]*#|\([^()\r\n]{1,200}\)=|\$\$[ \t]*\(/m.test(text))
    return { links: [], labels: [], directives: [] };
  const place = createPlace(text);
  const links: PageLink[] = [];
  const labels = new Set<string>();
  const directives = new Set<string>();
  const blocks = spans.filter(({ kind }) => kind === "code-block");
  const isCode = createRangeTest(blocks);
  for (const { kind, start, end } of spans) {
    if (kind === "inline-code") addRole(links, text, start, end, place);
    if (kind === "code-block" && tableOfContents.test(text.slice(start, start + 40)))
      addEntries(links, text, start, end, place);
  }
  for (const found of text.matchAll(directive)) {
    const [all, name] = found;
    directives.add(name!);
    const isColon = all.trimStart().startsWith(":");
    if (isColon && name === "toctree" && !isCode(found.index)) {
      const close = text.indexOf("\n:::", found.index + 1);
      addEntries(links, text, found.index, close < 0 ? text.length : close, place);
    }
  }
  if (text.includes(externalMark)) directives.add(externalMark);
  // Directives in backticks hold text as well.
  const isPlain = createRangeTest(
    spans.filter(({ kind, start }) =>
      kind === "code-block" ? !directiveFence.test(text.slice(start, start + 40)) : kind === "comment",
    ),
  );
  for (const [pattern, sign] of labelForms)
    if (text.includes(sign))
      for (const { index, 1: name } of text.matchAll(pattern)) if (!isPlain(index)) labels.add(name!.trim());
  const isVerbatim = createRangeTest(
    blocks.filter(({ start }) => !holder.test(text.slice(start, start + 40))),
  );
  const fenceStarts = new Set(blocks.map(({ start }) => start));
  for (const [kind, pattern, names] of files) {
    if (!names.some((name) => text.includes(name))) continue;
    for (const { index, 0: all, 1: target } of text.matchAll(pattern)) {
      const at = index + all.search(/\S/);
      // Inside another directive it may be an example, and is ignored.
      const isShown = kind === "image" ? isVerbatim(index) : isCode(at) && !fenceStarts.has(at);
      if (isShown || target!.length > targetLengthMax) continue;
      const start = index + all.lastIndexOf(target!);
      links.push({
        kind,
        target: target!,
        start,
        end: start + target!.length,
        ...place(start),
        text: "",
        ...(kind === "myst-include" && hasOwnLinks(text, index, all) && { keepsLinks: true }),
      });
    }
  }
  if (text.includes("link:")) addCardLinks(links, text, isVerbatim, place);
  if (text.includes("{button-ref}"))
    addButtons(links, text, (at) => isVerbatim(at) && !fenceStarts.has(at), place);
  links.sort((a, b) => a.start - b.start);
  return { links, labels: [...labels], directives: [...directives] };
}

/** `directive` is its first line, at `index`. */
function hasOwnLinks(text: string, index: number, directive: string): boolean {
  if (keepsLinks.test(directive)) return true;
  for (let at = index + directive.length + 1; at < text.length; ) {
    const stop = text.indexOf("\n", at);
    const line = text.slice(at, stop < 0 ? text.length : stop);
    if (keepingOption.test(line)) return true;
    if (stop < 0 || !directiveOption.test(line)) return false;
    at = stop + 1;
  }
  return false;
}

type MakePlace = (at: number) => { line: number; column: number };

function createPlace(text: string): MakePlace {
  let starts: number[] | null = null;
  return (at) => {
    starts ??= findLineStarts(text);
    const line = lineIndexAt(starts, at);
    return { line: line + 1, column: at - starts[line]! + 1 };
  };
}

/** Whether the name of a document is a pattern of a table of contents, which stands for any number. */
export function isPattern(name: string): boolean {
  return name.includes("*");
}

/**
 * Adds `{doc}` and `{download}` with a path, `{ref}` with a label and `{any}` with either, each alone or
 * between `<` and `>` after a title.
 */
function addRole(links: PageLink[], text: string, start: number, end: number, place: MakePlace): void {
  const name = role.exec(text.slice(Math.max(0, start - 50), start))?.[1];
  if (name === undefined || end - start > targetLengthMax) return;
  const ticks = /^`+/.exec(text.slice(start, end))![0].length;
  const isAny = name === "any" || name.startsWith("bdg-ref");
  const kind = isAny ? "any" : name === "doc" || name === "download" ? "document" : "label";
  add(links, kind, text, { start: start + ticks, end: end - ticks }, place);
}

function add(
  links: PageLink[],
  kind: "document" | "label" | "any",
  text: string,
  { start, end }: { start: number; end: number },
  place: MakePlace,
): void {
  const inside = text.slice(start, end);
  const found = titled.exec(inside.trimEnd());
  const target = found === null ? inside.trim() : found[2]!.trim();
  if (target === "" || /[{}]/.test(target)) return;
  const from = start + (found === null ? inside.indexOf(target) : inside.lastIndexOf(target));
  const words = found === null ? "" : found[1]!.trim();
  links.push({ kind, target, start: from, end: from + target.length, ...place(from), text: words });
}

/** Adds what cards link to: the path of a document, a label, or else a file or an address. */
function addCardLinks(
  links: PageLink[],
  text: string,
  isVerbatim: (at: number) => boolean,
  place: MakePlace,
): void {
  const lines = text.split("\n");
  for (const { index, 0: all, 1: target } of text.matchAll(cardLink)) {
    if (isVerbatim(index) || target!.length > targetLengthMax) continue;
    const start = index + all.lastIndexOf(target!);
    const at = place(start);
    const type = findCardLinkType(lines, at.line - 1);
    // Without a colon in front it may be any line of YAML.
    const isOption = all.trimStart().startsWith(":");
    if (type === null && (!isOption || /^(?:[a-z][\w+.-]*:|\/\/|["'])/i.test(target!))) continue;
    const kind = type === null ? "card" : kindOfType(type);
    links.push({ kind, target: target!, start, end: start + target!.length, ...at, text: "" });
  }
}

/** Adds what buttons link to: what their type says, or else anything that has such a name. */
function addButtons(
  links: PageLink[],
  text: string,
  isVerbatim: (at: number) => boolean,
  place: MakePlace,
): void {
  const lines = text.split("\n");
  for (const { index, 0: all, 1: rest } of text.matchAll(buttonDirective)) {
    const target = rest!.trimEnd();
    if (isVerbatim(index + all.search(/\S/)) || target.length > targetLengthMax) continue;
    const start = index + all.lastIndexOf(rest!);
    const at = place(start);
    const kind = kindOfType(findCardLinkType(lines, at.line - 1) ?? "any");
    links.push({ kind, target, start, end: start + target.length, ...at, text: "" });
  }
}

function kindOfType(type: string): "document" | "label" | "any" | "link" {
  if (type === "myst") return "link";
  return type === "doc" ? "document" : type === "ref" ? "label" : "any";
}

function findCardLinkType(lines: readonly string[], index: number): string | null {
  for (const step of [-1, 1])
    for (let at = index + step; cardOption.test(lines[at] ?? ""); at += step) {
      const type = cardLinkType.exec(lines[at]!)?.[1];
      if (type !== undefined) return type;
    }
  return null;
}

/** Adds the lines of a table of contents after its options. */
function addEntries(links: PageLink[], text: string, start: number, end: number, place: MakePlace): void {
  let isInOptions = true;
  let isYaml = false;
  for (let at = text.indexOf("\n", start) + 1; at > 0 && at < end; at = text.indexOf("\n", at) + 1) {
    const stop = text.indexOf("\n", at);
    const line = text.slice(at, stop < 0 ? end : Math.min(stop, end));
    const bare = line.trim();
    if (/^[`~:]{3,}$/.test(bare)) return;
    if (isInOptions && bare === "---") isYaml = !isYaml;
    else if (isYaml || (isInOptions && (bare === "" || bare.startsWith(":")))) {
      // An option or an empty line.
    } else if (
      bare !== "" &&
      !/^(?:self|[^<]*<self>)$/.test(bare) &&
      !/^(?:[A-Za-z][\w+.-]*:|<|[^<]*<[A-Za-z][\w+.-]*:)/.test(bare)
    ) {
      isInOptions = false;
      add(links, "document", text, { start: at, end: at + line.length }, place);
    }
    if (stop < 0) return;
  }
}
