import { posix } from "node:path";
import { isMap, isSeq, type YAMLMap } from "yaml";
import type { Translation } from "../../types.ts";
import { joinSuffix, splitFolder, splitSuffix } from "./language-paths.ts";
import { at, scalarOf, textOf } from "./read-yaml.ts";

/**
 * How the plugin mkdocs-static-i18n (1.3) finds files: each language is a build of its own, in which a file
 * in that language stands in for the one in the main language. Paths are below the docs folder.
 */
export interface MkdocsLanguages {
  /** Those that are built. */
  names: readonly string[];
  main: string;
  /** Whether pages in the main language are shown in a folder of its name as well. */
  hasMainFolder: boolean;
  /** Returns the language that the path names, or null. */
  languageOf(path: string): string | null;
  /** Returns the path without the name of its language: the one that navigation and links give. */
  bare(path: string): string;
  /** Returns the path by which pages in a language name a file. */
  nameIn(language: string, path: string): string;
  /** Returns the languages that show a file, its own first; none if it is not published. */
  shownIn(path: string, isThere: IsThere): string[];
  /** Returns the file that a path means in the build of a language, or null. */
  lookUp(path: string, language: string, isThere: IsThere): string | null;
  /** Returns the translations of a page in the main language, with the paths that they need at `to`. */
  translationsOf(from: string, to: string, isThere: IsThere): Translation[];
}

type IsThere = (path: string) => boolean;

/** What the plugin takes for the name of a language although the site has no such language. */
const languageName = /^(?:[a-z]{2}(?:-[A-Za-z]{4})?(?:-[A-Z]{2})?|[a-z]{2}_[A-Z]{2})$/;

/** Null if the plugin names no language. */
export function readLanguages(plugin: unknown): MkdocsLanguages | null {
  const listed = at(plugin, "languages");
  const all = isSeq(listed) ? listed.items.flatMap(readItem) : isMap(listed) ? readMembers(listed) : [];
  const only = textOf(at(plugin, "build_only_locale"));
  const given = only ?? textOf(at(plugin, "default_language"));
  const main = given ?? all.find(({ isMain }) => isMain)?.name ?? all[0]?.name;
  if (main === undefined) return null;
  const built = only === null ? all.filter((one) => one.isBuilt).map(({ name }) => name) : [only];
  return createLanguages({
    ...{ main, named: [...all.map(({ name }) => name), main] },
    names: isMap(listed) ? [...new Set([main, ...built])] : built,
    areFolders: textOf(at(plugin, "docs_structure")) === "folder",
    hasFallback: scalarOf(at(plugin, "fallback_to_default")) !== false,
    hasMainFolder: isMap(listed) && built.includes(main),
  });
}

interface Named {
  name: string;
  isBuilt: boolean;
  isMain: boolean;
}

/** `null` is an entry of the language menu only. */
function readItem(item: unknown): Named[] {
  const name = textOf(at(item, "locale"));
  if (name === null || name === "null") return [];
  return [{ name, isBuilt: isBuilt(item), isMain: scalarOf(at(item, "default")) === true }];
}

/** Before version 1, languages are the keys of a map, one of which may stand for what all have in common. */
function readMembers(listed: YAMLMap): Named[] {
  const names = listed.items.map(({ key, value }) => ({ name: textOf(key), value }));
  return names.flatMap(({ name, value }) =>
    name === null || name === "default" ? [] : [{ name, isBuilt: isBuilt(value), isMain: false }],
  );
}

function isBuilt(item: unknown): boolean {
  return scalarOf(at(item, "build")) !== false;
}

interface Settings {
  names: string[];
  main: string;
  /** All that the configuration names. */
  named: string[];
  areFolders: boolean;
  hasFallback: boolean;
  /** Whether pages in the main language are shown in a folder of its name as well. */
  hasMainFolder: boolean;
}

function createLanguages(settings: Settings): MkdocsLanguages {
  const { names, main, named, areFolders, hasFallback, hasMainFolder } = settings;
  const split = areFolders ? splitFolder : splitSuffix;
  const join = areFolders ? posix.join : joinSuffix;
  const read = (path: string): { language: string | null; bare: string } => {
    const { name, bare } = split(path);
    const isLanguage = name !== null && (named.includes(name) || languageName.test(name));
    return isLanguage ? { language: name, bare } : { language: null, bare: path };
  };
  const isShown = (path: string, language: string, isThere: IsThere): boolean => {
    const { language: own, bare } = read(path);
    if ((own ?? main) === language) return true;
    return (own ?? main) === main && hasFallback && !isThere(join(language, bare));
  };
  /** In the order in which the plugin tries them. */
  const candidatesOf = (path: string, language: string): string[] => {
    const { name, bare } = split(path);
    const others = hasFallback || !areFolders;
    if (!areFolders) return [join(language, path), join(main, path), path];
    if (name === language) return [path, ...(others ? [join(main, bare)] : []), bare];
    if (name === main) return [path, ...(others ? [join(language, bare)] : []), bare];
    return [join(language, path), ...(others ? [join(main, path)] : []), path];
  };
  return {
    ...{ names, main, hasMainFolder },
    languageOf: (path) => read(path).language,
    bare: (path) => read(path).bare,
    nameIn: (language, path) => (areFolders ? join(language, read(path).bare) : read(path).bare),
    shownIn(path, isThere) {
      const own = read(path).language ?? main;
      const others = names.filter((name) => name !== own);
      return [own, ...others].filter((name) => names.includes(name) && isShown(path, name, isThere));
    },
    lookUp: (path, language, isThere) =>
      candidatesOf(path, language).find((one) => isThere(one) && isShown(one, language, isThere)) ?? null,
    translationsOf(from, to, isThere) {
      const [old, now] = [read(from), read(to)];
      if ((old.language ?? main) !== main || (now.language ?? main) !== main) return [];
      return names
        .filter((name) => name !== main && isThere(join(name, old.bare)))
        .map((name) => ({ from: join(name, old.bare), to: join(name, now.bare), mayStay: true }));
    },
  };
}
