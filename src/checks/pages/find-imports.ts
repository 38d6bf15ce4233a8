import { posix } from "node:path";
import { isPagePath } from "../../text/page-path.ts";
import type { PageFacts } from "../model/page-facts.ts";
import type { PlacedPage, Site } from "../model/site.ts";
import type { PagePlace } from "./page-lint.ts";

const importStatement = /^import[ \t]([^"'\r\n\u2028\u2029]*)["']([^"'\r\n\u2028\u2029]*)["']/gm;
/** Of VitePress, in Markdown. */
const regionMark = /^<!-- #?(end)?region ([\w*-]+) -->$/;
/** Of Fumadocs, with the part behind the path. */
const includeTag =
  /<include(?! [^<>\n]{0,200}\bcwd\b)(?: [^<>\n]{0,200})?>\s{0,40}([^\s#<>{}]{1,400}\.mdx?(?:#[^\s<>{}]{1,200})?)(?=[\s<])/g;
const includeMark = /<!--\s*@include:\s*([^\s<>]+)/g;

/**
 * Returns the Markdown files that a page imports or includes, with the part that is taken of one.
 * `mayImport`: whether the word is on the page.
 */
export function findImports(text: string, mayImport: boolean): string[] {
  const found: string[] = [];
  if (mayImport) {
    for (const [, clause, target] of text.matchAll(importStatement)) {
      if (clause!.trimEnd().endsWith("from") && isPagePath(target!)) found.push(target!);
    }
  }
  if (text.includes("@include:")) {
    for (const [, target] of text.matchAll(includeMark)) {
      const file = /^.+\.mdx?(?:(?:#[\w-]+)?(?:\{\d*,\d*\})?$)?/.exec(target!.replace(/--$/, ""))?.[0];
      if (file !== undefined) found.push(file);
    }
  }
  if (text.includes("<include")) {
    for (const [, target] of text.matchAll(includeTag)) found.push(target!);
  }
  return found;
}

/** Returns the parts that comments name, as VitePress reads them in Markdown. */
export function findRegions(text: string): PageFacts["regions"] {
  if (!text.includes("<!--") || !text.includes("region ")) return [];
  const open: { name: string; from: number }[] = [];
  const found: PageFacts["regions"] = [];
  for (const [index, line] of text.split("\n").entries()) {
    const [, end, name] = regionMark.exec(line.trim()) ?? [];
    if (name === undefined) continue;
    const at = open.findLastIndex((one) => one.name === name);
    if (end === undefined) open.push({ name, from: index + 1 });
    else if (at >= 0) found.push({ ...open.splice(at, 1)[0]!, to: index });
  }
  return found;
}

/**
 * Returns what the page imports; Markdown imports nothing where it is neither read as MDX nor a component of
 * Vue.
 */
export function modulesOf({ configuration }: Site, path: string, { lint }: PageFacts): PagePlace[] {
  if (configuration.readsScripts === true) return lint.scriptModules;
  return /x$/i.test(path) || configuration.readsMdx === true ? lint.modules : [];
}

/** Returns the folder from which relative imports in the page's code count. */
export function importFolder({ configuration }: Pick<Site, "configuration">, page: PlacedPage): string {
  return configuration.importFolder?.(page) ?? posix.dirname(page.path);
}

/** Formatters put a backslash before `_` as in Markdown, which a script leaves out. */
export function plainSource(source: string): string {
  return source.replaceAll("\\_", "_");
}

/** `a.md#region{1,2}` is a file and a part of it. */
export function splitPart(target: string): { file: string; part: string } {
  const found = /\.mdx?[#{]/.exec(target);
  const end = found === null ? target.length : found.index + found[0].length - 1;
  return { file: target.slice(0, end), part: target.slice(end) };
}
