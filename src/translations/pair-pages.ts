import { findPartitions, type Partition } from "../policy/find-partitions.ts";
import { isPagePath } from "../text/page-path.ts";

export interface TranslatedPage {
  /** Path of the translation. */
  path: string;
  language: string;
  /** Path of the page that it translates. */
  source: string;
}

const foldersOfLanguages = /^(?:i18n|locales?|translations?|languages?|langs?)$/;

/**
 * Pairs every translated page with its source, in the layouts of generators: a folder of the language beside
 * the others or in place of the source's, `i18n/<language>` of Docusaurus, `page.<language>.md`. Leaves out
 * earlier versions, which are not updated, and pages without a source.
 */
export function pairPages(files: Iterable<string>, sourceLanguage: string): TranslatedPage[] {
  const paths = [...files];
  const partitionOf = findPartitions(paths);
  const pages = new Map(paths.filter((path) => isPagePath(path)).map((path) => [path, partitionOf(path)]));
  const find = createFinder(pages, sourceLanguage);
  const pairs: TranslatedPage[] = [];
  for (const [path, { language, oldVersion }] of pages) {
    if (language === null || oldVersion !== null || isSame(language, sourceLanguage)) continue;
    const source = find(path, language);
    if (source !== null) pairs.push({ path, language, source });
  }
  return pairs.sort((a, b) => compare(a.language, b.language) || compare(a.path, b.path));
}

function createFinder(pages: ReadonlyMap<string, Partition>, sourceLanguage: string) {
  const isSource = (path: string): boolean => {
    const partition = pages.get(path);
    return (
      partition !== undefined &&
      partition.oldVersion === null &&
      (partition.language === null || isSame(partition.language, sourceLanguage))
    );
  };
  return (path: string, language: string): string | null => {
    const candidates = [...bySuffix(path, language, sourceLanguage)];
    const folders = path.split("/");
    for (let at = folders.length - 2; at >= 0; at -= 1) {
      if (!isSame(folders[at]!, language)) continue;
      const [head, rest] = [folders.slice(0, at), folders.slice(at + 1)];
      candidates.push(...byFolder(head, rest, folders[at]!, sourceLanguage));
    }
    return candidates.find(isSource) ?? null;
  };
}

function bySuffix(path: string, language: string, sourceLanguage: string): string[] {
  const [, stem, name, extension] = /^(.*)\.([A-Za-z-]{2,10})(\.\w+)$/.exec(path) ?? [];
  if (name === undefined || !isSame(name, language)) return [];
  return [`${stem}${extension}`, `${stem}.${sourceLanguage}${extension}`];
}

function byFolder(head: string[], rest: string[], folder: string, sourceLanguage: string): string[] {
  const join = (...parts: string[]) => parts.join("/");
  const found = [join(...head, ...rest), join(...head, written(sourceLanguage, folder), ...rest)];
  if (!foldersOfLanguages.test(head.at(-1) ?? "")) return found;
  const site = head.slice(0, -1);
  const [plugin = "", ...below] = rest;
  const [, kind, id] = /^docusaurus-plugin-content-(docs|blog|pages)(?:-(.+))?$/.exec(plugin) ?? [];
  if (kind === undefined) return [...found, join(...site, ...rest)];
  if (kind === "pages") return [join(...site, "src/pages", ...below)];
  const inside = kind === "docs" && below[0] === "current" ? below.slice(1) : below;
  return [...(id === undefined ? [] : [join(...site, id, ...inside)]), join(...site, kind, ...inside)];
}

/** Writes the source's language in the style of another language's folder: `zh_cn`, `pt-BR`. */
function written(language: string, like: string): string {
  return like.includes("_") ? language.replace("-", "_") : language;
}

function isSame(one: string, other: string): boolean {
  return one.replace("_", "-").toLowerCase() === other.replace("_", "-").toLowerCase();
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
