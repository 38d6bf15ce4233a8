import { isLanguageCode } from "../text/language-code.ts";
import { isPagePath } from "../text/page-path.ts";

/** What a page's path says about the page; null for what it does not say. */
export interface Partition {
  language: string | null;
  /** Version of documentation that is not the current one. */
  oldVersion: string | null;
}

export type PartitionOf = (path: string) => Partition;

const otherPage = /\.(?:rst|adoc)$/i;
const languageName = /^[a-z]{2,3}(?:[-_][A-Za-z]{2,4})?$/;
const versionName = /^(?:v?\d+(?:\.\d+)*(?:\.x)?|version-[\w.-]+)$/;
const foldersOfLanguages = /^(?:i18n|locales?|translations?|languages?|langs?)$/;
const foldersOfVersions =
  /^(?:versions|versioned_docs|versioned_sidebars|[\w-]+_versioned_(?:docs|sidebars))$/;
/** Folders of languages and versions are near the top. */
const depthMax = 8;
/** Further siblings of one kind are ignored. */
const siblingsMax = 100;
/** Share of a folder's pages that must have counterparts; otherwise its name means something else. */
const counterpartShare = 0.2;

/**
 * Finds the languages and versions named by the paths of a repository's files: in the usual folders
 * (`i18n/fr`, `versioned_docs/version-1.0`), and in others with such a name (`es`, `v2`) if their pages have
 * counterparts outside: `docs/go/` is about Go. `page.fr.md` beside `page.md` is French.
 */
export function findPartitions(files: Iterable<string>): PartitionOf {
  const pages = new Set([...files].filter((path) => isPagePath(path) || otherPage.test(path)));
  const folders = collectFolders(pages);
  const named = new Map<string, string>();
  const old = new Map<string, string>();
  const siblings = Map.groupBy(
    [...folders.keys()].filter((folder) => languageOf(folder) !== null),
    parentOf,
  );
  for (const [parent, found] of siblings) {
    for (const folder of found) {
      const others = [parent, ...found.slice(0, siblingsMax).filter((other) => other !== folder)];
      const isNamed = foldersOfLanguages.test(nameOf(parent));
      if (isNamed || hasCounterparts(folder, folders.get(folder)!, others, pages))
        named.set(folder, languageOf(folder)!);
    }
  }
  for (const [parent, versions] of findVersions(folders, pages)) {
    for (const name of oldAmong(parent, versions, pages, folders)) old.set(join(parent, name), name);
  }
  return (path) => ({
    language: findUpwards(path, named) ?? languageOfName(path, pages),
    oldVersion: findUpwards(path, old),
  });
}

/** Maps every folder to the pages anywhere below it. */
function collectFolders(pages: Iterable<string>): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const path of pages) {
    let depth = 0;
    for (let at = path.indexOf("/"); at >= 0 && depth < depthMax; at = path.indexOf("/", at + 1)) {
      depth += 1;
      const name = path.slice(path.lastIndexOf("/", at - 1) + 1, at);
      if (!languageName.test(name) && !versionName.test(name)) continue;
      const folder = path.slice(0, at);
      const inside = folders.get(folder);
      if (inside === undefined) folders.set(folder, [path]);
      else inside.push(path);
    }
  }
  return folders;
}

function languageOf(folder: string): string | null {
  const name = nameOf(folder);
  return languageName.test(name) ? knownLanguage(name) : null;
}

function knownLanguage(name: string): string | null {
  const tag = name.replace("_", "-");
  return isLanguageCode(tag.split("-")[0]!.toLowerCase()) ? tag : null;
}

function hasCounterparts(
  folder: string,
  inside: readonly string[],
  others: readonly string[],
  pages: ReadonlySet<string>,
): boolean {
  const counterparts = inside.filter((path) => {
    const rest = path.slice(folder.length + 1);
    return others.some((other) => pages.has(join(other, rest)));
  });
  return counterparts.length > 0 && counterparts.length >= inside.length * counterpartShare;
}

/** Maps each parent folder to the names of versions directly in it. */
function findVersions(
  folders: ReadonlyMap<string, string[]>,
  pages: ReadonlySet<string>,
): Map<string, string[]> {
  const perParent = Map.groupBy(
    [...folders.keys()].filter((folder) => versionName.test(nameOf(folder))),
    parentOf,
  );
  const found = new Map<string, string[]>();
  for (const [parent, versions] of perParent) {
    const isKnown = foldersOfVersions.test(nameOf(parent));
    const real = versions.filter((folder) => {
      const others = [parent, ...versions.slice(0, siblingsMax).filter((one) => one !== folder)];
      return isKnown || hasCounterparts(folder, folders.get(folder)!, others, pages);
    });
    if (real.length > 0) found.set(parent, real.map(nameOf));
  }
  return found;
}

/** All of them if there is documentation without a version beside them, else all but the newest. */
function oldAmong(
  parent: string,
  names: readonly string[],
  pages: ReadonlySet<string>,
  folders: ReadonlyMap<string, string[]>,
): readonly string[] {
  if (/^versioned_|_versioned_/.test(nameOf(parent))) return names;
  const isBesideCurrent = names.some((name) => {
    const folder = join(parent, name);
    return hasCounterparts(folder, folders.get(folder)!, [parent], pages);
  });
  if (isBesideCurrent) return names;
  const newest = names.toSorted(compareVersions).at(-1);
  return names.filter((name) => name !== newest);
}

function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((name) => (name.match(/\d+/g) ?? []).map(Number)) as [number[], number[]];
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Recognises `page.fr.md` beside `page.md` or another language's page. */
function languageOfName(path: string, pages: ReadonlySet<string>): string | null {
  const match = /^(.*)\.([a-z]{2}(?:-[A-Za-z]{2,4})?)(\.[a-z]+)$/i.exec(path);
  if (match === null || !isPagePath(path)) return null;
  const [, stem, name, extension] = match;
  return pages.has(`${stem}${extension}`) ? knownLanguage(name!) : null;
}

function findUpwards(path: string, known: ReadonlyMap<string, string>): string | null {
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
    const found = known.get(path.slice(0, at));
    if (found !== undefined) return found;
  }
  return null;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function join(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}
