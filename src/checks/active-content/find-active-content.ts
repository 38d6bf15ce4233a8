import type { PageLink } from "../../markdown/page-scan.ts";
import { scanPage } from "../../markdown/scan-page.ts";
import type { ActiveItem } from "./active-item.ts";
import { hostOf, isRunnable, normalAddress } from "./normal-address.ts";
import { declaredNames, maskCode, scanCode } from "./scan-code.ts";
import { scanFileIncludes } from "./scan-file-includes.ts";
import { scanFrontMatter } from "./scan-front-matter.ts";
import { type CodeTemplates, scanMacros } from "./scan-macros.ts";
import { scanNamedFiles } from "./scan-named-files.ts";
import { scanTags } from "./scan-tags.ts";
import { scanTagItems } from "./tag-items.ts";
import { visibleText } from "./visible-text.ts";

/** How a file is read: as MDX, as Markdown, or as markup and data in which tags count anywhere. */
export type Reading = "mdx" | "markdown" | "markup";

/**
 * Finds everything that runs or loads something in one text, in order. A pure function, linear in the text.
 */
export function findActiveContent(
  text: string,
  reading: Reading,
  inCode: CodeTemplates = null,
): ActiveItem[] {
  const items: ActiveItem[] = [];
  if (reading === "markup") {
    // JSON may write tags with escapes.
    const plain = text
      .replace(/\\u003c/gi, "     <")
      .replace(/\\u003e/gi, "     >")
      .replace(/\\"/g, ' "')
      .replace(/\\\//g, " /");
    addTags(plain, new Set(), items, false);
    addStyles(plain, items);
    items.push(...scanFileIncludes(text, text));
    return tidy(items);
  }
  const isMdx = reading === "mdx";
  const scan = scanPage(text, { mdx: isMdx });
  const visible = visibleText(text, scan);
  const modules = scan.spans.filter(({ kind }) => kind === "import-export");
  const declared = isMdx
    ? declaredNames(modules.map(({ start, end }) => text.slice(start, end)).join("\n"))
    : new Set<string>();
  for (const { start, end } of modules) addModule(text, { start, end }, declared, items);
  for (const { kind, start, end } of scan.spans) {
    if (kind !== "expression" || !isMdx) continue;
    for (const use of scanCode(text.slice(start + 1, end - 1), declared))
      addCode(text, start + 1, use, items);
  }
  addTags(visible, declared, items, isMdx);
  addStyles(visible, items);
  addLinks(visible, scan.links, items);
  items.push(...scanMacros(text, visible, { isMdx, inCode }));
  items.push(...scanFrontMatter(text, scan, isMdx));
  items.push(...scanNamedFiles(text, { links: scan.links, isMdx }));
  return tidy(items);
}

function tidy(items: ActiveItem[]): ActiveItem[] {
  const seen = new Set<string>();
  return items.sort((a, b) => a.at - b.at).filter(({ key }) => !seen.has(key) && seen.add(key));
}

function addTags(text: string, declared: ReadonlySet<string>, items: ActiveItem[], isMdx: boolean): void {
  const tags = scanTags(text);
  if (tags === null) {
    const what = "markup that is too tangled to judge";
    items.push({ kind: "element", key: what, at: 0, what });
    return;
  }
  for (const tag of tags) {
    items.push(...scanTagItems(text, tag, isMdx));
    for (const { name, value, isExpression, at } of tag.attributes) {
      if (!isExpression) continue;
      for (const use of scanCode(value, declared)) addCode(text, at + name.length + 2, use, items);
    }
  }
}

const requiredFile = /^require\(\s{0,9}(["'])([^"'\n]{1,500})\1\s{0,9}\)/;

function toModule(name: string, at: number): ActiveItem {
  return { kind: "module", key: `module ${name}`, at, what: `the import of ${name}`, name };
}

/** The line that holds a use distinguishes it from others. A file that it requires is one that it imports. */
function addCode(text: string, offset: number, use: { at: number; what: string }, items: ActiveItem[]): void {
  const at = Math.min(offset + use.at, text.length - 1);
  const required = use.what === "require" ? requiredFile.exec(text.slice(at, at + 600))?.[2] : undefined;
  if (required !== undefined) {
    items.push(toModule(required, at));
    return;
  }
  const start = text.lastIndexOf("\n", at) + 1;
  const line = text
    .slice(start, start + 300)
    .split("\n", 1)[0]!
    .replace(/\s+/g, " ")
    .trim();
  items.push({ kind: "code", key: `code ${use.what} ${line}`, at, what: `JavaScript that uses ${use.what}` });
}

function addModule(
  text: string,
  { start, end }: { start: number; end: number },
  declared: ReadonlySet<string>,
  items: ActiveItem[],
): void {
  const code = text.slice(start, end);
  const sources = /(?:\bfrom\s*|\bimport\s*)(["'])([^"'\n]{1,500})\1/g;
  for (const match of code.matchAll(sources)) items.push(toModule(match[2]!, start + match.index));
  const statements = code.replace(sources, (whole) => " ".repeat(whole.length));
  for (const use of scanCode(statements, declared)) addCode(text, start, use, items);
  const works = /=>|\bfunction\b|\bclass\b|\bawait\b|[\w$)\]]\s*`/.exec(maskCode(statements));
  if (works === null) return;
  addCode(text, start, { at: works.index, what: "a function" }, items);
}

function addStyles(text: string, items: ActiveItem[]): void {
  for (const { index: at, 1: written } of text.matchAll(
    /\b(?:url\(|image-set\(|@import)\s*["']?([^"')\s;]{1,500})/gi,
  )) {
    const address = normalAddress(written!);
    const host = hostOf(address);
    if (host === null && (!isRunnable(address) || /^data:image\//i.test(address))) continue;
    items.push({
      kind: "load",
      key: `load ${host}`,
      at,
      what: `a style from ${host}`,
      hosts: host === null ? [] : [host],
    });
  }
}

function addLinks(visible: string, links: readonly PageLink[], items: ActiveItem[]): void {
  const isPictureLabel = pictureLabels(visible);
  for (const { kind, target, start, text } of links) {
    if (visible[start] !== target[0]) continue;
    const address = normalAddress(target);
    if (isRunnable(address)) {
      items.push({
        kind: "element",
        key: `address ${address.slice(0, 300)}`,
        at: start,
        what: `the address ${target.slice(0, 60)}`,
      });
      continue;
    }
    const host = hostOf(address);
    if (host === null || !(kind === "image" || (kind === "definition" && isPictureLabel(text)))) continue;
    items.push({
      kind: "load",
      key: `load ${host}`,
      at: start,
      what: `a picture from ${host}`,
      hosts: [host],
    });
  }
}

/**
 * Returns a test whether a definition's label is that of a picture: `![text][label]`, `![label]`. Brackets
 * may nest.
 */
function pictureLabels(text: string): (label: string) => boolean {
  const labels = new Set<string>();
  let isOdd = false;
  for (const { 1: alt, 2: label } of text.matchAll(/!\[([^\]]{0,500})(?:\](?:\[([^\]]{0,500})\])?)?/g)) {
    isOdd ||= alt!.includes("[") || alt!.length >= 500;
    labels.add(normalLabel(label === undefined || label === "" ? alt! : label));
  }
  return (label) => isOdd || labels.has(normalLabel(label));
}

function normalLabel(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}
