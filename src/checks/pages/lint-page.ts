import { isElement } from "../../markdown/find-html-block.ts";
import { findMath } from "../../markdown/find-math.ts";
import type { PageScan } from "../../markdown/page-scan.ts";
import { createRangeTest } from "../../markdown/ranges.ts";
import { scanPage } from "../../markdown/scan-page.ts";
import { blankNested, skipBraces } from "../../markdown/skip-javascript.ts";
import { findFreeNames } from "./find-free-names.ts";
import { findScriptModules } from "./find-script-modules.ts";
import { noLint, type PageLint, type PagePlace } from "./page-lint.ts";
import { createPlacer } from "./place-at.ts";

type Place = (offset: number, name: string) => PagePlace;

/** Pure: the same text gives the same result. */
export function lintPage(text: string, scan: PageScan): PageLint {
  const placer = createPlacer("", text);
  const place: Place = (offset, name) => {
    const { line, column } = placer(offset, offset);
    return { name, line, column };
  };
  const code = scan.isMdx
    ? readCode(text, scan, place)
    : { ...noLint, modules: readAsMdx(text, scan, place) };
  return {
    components: code.components,
    identifiers: code.identifiers,
    modules: code.modules,
    scriptModules: scan.isMdx ? [] : findScriptModules(text, scan, place),
    // An included text may define them.
    references:
      text.includes("@include:") && /<!--\s*@include:/.test(text)
        ? []
        : scan.undefinedReferences.map(({ label, start }) => place(start, label)),
    referenceCount: scan.referenceCount,
    // A template tag before a fence is removed before Markdown is read.
    openFences:
      text.includes("%}") && /%\}(?:`{3}|~{3})/.test(text)
        ? []
        : scan.openFences.filter((at) => !rawHtml.test(text.slice(at, at + 20))).map((at) => place(at, "")),
    untextedImages: findUntextedImages(text, scan, place),
    repeatedIds: findRepeatedIds(text, scan, place),
    hiddenCharacters: findHidden(text, place),
    frontMatter: readKeys(text, scan),
  };
}

/** Franklin writes HTML between such signs, also on one line. */
const rawHtml = /^~~~[ \t]*</;

const tagName = /^<([A-Za-z_$][\w$]*)([.:-]?)/;
const unwrapped = /^[`~]{3,10}mdx-code-block\b/;
const importedName = /[\p{ID_Start}_$][\p{ID_Continue}$]*/gu;
const moduleSource = /(?:\bfrom|\bimport)\s*["']([^"'\r\n]+)["']/g;
const requiredSource = /\brequire\(\s{0,9}["']([^"'\r\n]+)["']/g;

/** Returns what a page in Markdown imports where the generator takes it for MDX. */
function readAsMdx(text: string, { spans }: PageScan, place: Place): PagePlace[] {
  const isCode = createRangeTest(spans.filter(({ kind }) => kind === "code-block"));
  const mayImport = [...text.matchAll(/^import[ \t{"']|\brequire\(/gm)].some(({ index }) => !isCode(index));
  return mayImport ? readModules(text, scanPage(text, { mdx: true }), place) : [];
}

function readModules(text: string, { spans }: PageScan, place: Place): PagePlace[] {
  const found: PagePlace[] = [];
  const add = (code: string, source: RegExp, at: number): void => {
    for (const match of code.matchAll(source))
      found.push(place(at + match.index + match[0].lastIndexOf(match[1]!), match[1]!));
  };
  for (const { kind, start, end } of spans) {
    const code = text.slice(start, end);
    if (kind === "import-export") add(blankNested(code), moduleSource, start);
    if (/^(?:import-export|html-tag|expression)$/.test(kind)) add(code, requiredSource, start);
  }
  return found;
}

function readCode(text: string, scan: PageScan, place: Place): Omit<PageLint, "references"> & PageLint {
  const { spans } = scan;
  const declared = new Set<string>();
  for (const { kind, start, end } of spans)
    if (kind === "import-export")
      for (const [name] of text.slice(start, end).matchAll(importedName)) declared.add(name);
  // Docusaurus takes the text out of such a block and reads it as MDX.
  for (const { kind, start, end } of spans)
    if (kind === "code-block" && unwrapped.test(text.slice(start, start + 40)))
      for (const [name] of text.slice(start, end).matchAll(importedName)) declared.add(name);
  const components: PagePlace[] = [];
  const identifiers: PagePlace[] = [];
  const addNames = (code: string, at: number): void => {
    for (const free of findFreeNames(code)) {
      if (declared.has(free.name)) continue;
      const isTag = text[at + free.at - 1] === "<";
      (isTag ? components : identifiers).push(place(at + free.at, free.name));
    }
  };
  const isFormula = createFormulaFinder(text, scan.spans);
  for (const { kind, start, end } of spans) {
    if (kind === "html-tag") {
      const [, name, rest] = tagName.exec(text.slice(start, Math.min(end, start + 200))) ?? [];
      if (name === undefined) continue;
      if ((/^[A-Z]/.test(name) || rest!.startsWith(".")) && !declared.has(name))
        components.push(place(start + 1, name));
      addAttributes(text, start + 1 + name.length, end, addNames);
    } else if (kind === "expression" && !text.startsWith("{{", start) && !isOfDirective(text, start)) {
      if (isFormula(start)) continue;
      addNames(text.slice(start + 1, end - 1), start + 1);
    }
  }
  return { ...noLint, components, identifiers, modules: readModules(text, scan, place) };
}

/** Accepts only ascending offsets. */
function createFormulaFinder(text: string, spans: PageScan["spans"]): (at: number) => boolean {
  const formulas = findMath(text, spans);
  let next = 0;
  return (at) => {
    while (next < formulas.length && formulas[next]!.end <= at) next += 1;
    return next < formulas.length && formulas[next]!.start < at;
  };
}

/** The braces of `:name[text]{key=value}` are attributes. */
function isOfDirective(text: string, at: number): boolean {
  return (
    /[\w\]-]/.test(text[at - 1] ?? "") &&
    /:[A-Za-z][\w-]*(?:\[[^[\]\n]*\])?$/.test(text.slice(Math.max(0, at - directiveMax), at))
  );
}

const directiveMax = 300;

/** Adds the expressions in a tag's attributes; quoted values are text. */
function addAttributes(
  text: string,
  start: number,
  end: number,
  add: (code: string, at: number) => void,
): void {
  let at = start;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code === 0x22 || code === 0x27) {
      const close = text.indexOf(text[at]!, at + 1);
      if (close < 0) return;
      at = close + 1;
    } else if (code === 0x7b) {
      const after = skipBraces(text, at, end);
      if (after < 0) return;
      const spread = /^\s*\.\.\./.exec(text.slice(at + 1, Math.min(after, at + 50)))?.[0].length ?? 0;
      add(text.slice(at + 1 + spread, after - 1), at + 1 + spread);
      at = after;
    } else at += 1;
  }
}

function findUntextedImages(text: string, { links, spans }: PageScan, place: Place): PagePlace[] {
  const found = links
    // MyST shows another part of the site by `![](#part)`.
    .filter(({ kind, text: words, target }) => kind === "image" && words.trim() === "" && target[0] !== "#")
    .map(({ start, target }) => place(start, target));
  for (const { kind, start, end } of spans) {
    if (kind !== "html-tag" || !/^<img[\s/>]/i.test(text.slice(start, start + 5))) continue;
    const tag = text.slice(start, end);
    if (/\s(?:alt|:alt|v-bind:alt|aria-hidden|role)(?=[\s=/>])|\{\s*\.\.\./i.test(tag)) continue;
    found.push(place(start, /\bsrc=["']([^"']*)/i.exec(tag)?.[1] ?? "<img>"));
  }
  return found;
}

const writtenId = /\s(?:id|name)=(?:"([^"{}\r\n]+)"|'([^'{}\r\n]+)')/g;

function findRepeatedIds(text: string, { headings, spans }: PageScan, place: Place): PagePlace[] {
  const ids: { id: string; at: number }[] = [];
  for (const { explicitId: id, start } of headings) if (id !== null) ids.push({ id, at: start });
  for (const { kind, start, end } of spans) {
    if (kind !== "html-tag" || end - start > idTagMax) continue;
    const tag = text.slice(start, end);
    if (!isElement(tag)) continue;
    for (const match of tag.matchAll(writtenId))
      if (match[0].trimStart().startsWith("id") || /^<a\s/i.test(tag))
        ids.push({ id: (match[1] ?? match[2])!, at: start + match.index + 1 });
  }
  ids.sort((a, b) => a.at - b.at);
  const seen = new Set<string>();
  const isRepeated = ({ id }: { id: string }) => seen.size === seen.add(id).size;
  return ids.filter(isRepeated).map(({ id, at }) => place(at, id));
}

const idTagMax = 2_000;

/** Marks that change the direction of text, and the invisible letters of tags. */
const hidden = /[\u202a-\u202e\u2066-\u2069]|[\u{e0001}\u{e0020}-\u{e007f}]+/gu;
/** Letters of scripts written from right to left, in which such marks are legitimate. */
const rightToLeft = /[\u0590-\u08ff]/;
const blackFlag = "\u{1f3f4}";
const hiddenMax = 20;
const nearMax = 200;

function findHidden(text: string, place: Place): PagePlace[] {
  const found: PagePlace[] = [];
  for (const match of text.matchAll(hidden)) {
    const code = match[0].codePointAt(0)!;
    // The flag of a region is a black flag followed by the region's letters as tags.
    const isFlag = code > 0xffff && text.startsWith(blackFlag, match.index - blackFlag.length);
    const near = text.slice(Math.max(0, match.index - nearMax), match.index + nearMax);
    if (isFlag || (code <= 0xffff && rightToLeft.test(near))) continue;
    found.push(place(match.index, `U+${code.toString(16).toUpperCase().padStart(4, "0")}`));
    if (found.length === hiddenMax) break;
  }
  return found;
}

const valueMax = 200;
/** After a colon without a space there is no value. */
const keyLine = /^["']?([A-Za-z_][\w-]*)["']?[ \t]{0,9}:(?![^ \t])(.*)$/;

function readKeys(text: string, { frontMatter }: PageScan): Record<string, string> | null {
  if (frontMatter === null) return null;
  const keys: Record<string, string> = {};
  if (!/^ya?ml$/.test(frontMatter.language)) return keys;
  const lines = text.slice(frontMatter.contentStart, frontMatter.contentEnd).split(/\r?\n/);
  for (const [index, line] of lines.entries()) {
    const [, key, value = ""] = keyLine.exec(line) ?? [];
    if (key === undefined) continue;
    const isContinued = /^(?:[ \t]+\S|- )/.test(lines[index + 1] ?? "");
    const own = value.trim();
    keys[key] = own === "" && isContinued ? "…" : own.slice(0, valueMax);
  }
  return keys;
}
