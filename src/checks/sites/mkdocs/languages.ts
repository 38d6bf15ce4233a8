import { posix } from "node:path";
import { isSeq } from "yaml";
import type { Translation } from "../../types.ts";
import { at, scalarOf, textOf } from "./read-yaml.ts";

/**
 * How the plugin mkdocs-static-i18n (1.3) finds files: each language is a build of its own, in which a file
 * in that language stands in for the one in the main language. Paths are below the docs folder.
 */
export interface MkdocsLanguages {
  /** Those that are built. */
  names: readonly string[];
  main: string;
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

/** Null with one language, or if no language is the main one. */
export function readLanguages(plugin: unknown): MkdocsLanguages | null {
  const listed = at(plugin, "languages");
  if (!isSeq(listed)) return null;
  const isOff = (item: unknown, key: string) => scalarOf(at(item, key)) === false;
  const named = listed.items.flatMap((item) => textOf(at(item, "locale")) ?? []);
  const only = textOf(at(plugin, "build_only_locale"));
  const built = listed.items.filter((item) => !isOff(item, "build"));
  const isDefault = (item: unknown) => scalarOf(at(item, "default")) === true;
  const main = only ?? textOf(at(listed.items.find(isDefault), "locale")) ?? named[0];
  if (main === undefined) return null;
  const ofBuilt = built.flatMap((item) => textOf(at(item, "locale")) ?? []);
  return createLanguages({
    names: only === null ? ofBuilt.filter((name) => name !== "null") : [only],
    ...{ main, named },
    areFolders: textOf(at(plugin, "docs_structure")) === "folder",
    hasFallback: !isOff(plugin, "fallback_to_default"),
  });
}

interface Settings {
  names: string[];
  main: string;
  /** All that the configuration names. */
  named: string[];
  areFolders: boolean;
  hasFallback: boolean;
}

function createLanguages({ names, main, named, areFolders, hasFallback }: Settings): MkdocsLanguages {
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
    ...{ names, main },
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

interface Split {
  name: string | null;
  bare: string;
}

function splitFolder(path: string): Split {
  const at = path.indexOf("/");
  return at === -1 ? { name: null, bare: path } : { name: path.slice(0, at), bare: path.slice(at + 1) };
}

function splitSuffix(path: string): Split {
  const { dir, name, ext } = posix.parse(path);
  const language = posix.extname(name);
  if (language === "") return { name: null, bare: path };
  return { name: language.slice(1), bare: posix.join(dir, name.slice(0, -language.length) + ext) };
}

function joinSuffix(language: string, path: string): string {
  const { dir, name, ext } = posix.parse(path);
  return posix.join(dir, `${name}.${language}${ext}`);
}
