import { posix } from "node:path";
import type { Translation } from "../../types.ts";
import type { HugoModel } from "./model.ts";
import { mountOf, type PagePlace, placePage } from "./place-page.ts";

interface Move {
  from: string;
  to: string;
  files: ReadonlySet<string>;
}

/**
 * Returns the pages that Hugo shows as translations of a page in the main language: those at its place among
 * the pages, by the ending of their names or by the folders of their languages.
 */
export function findHugoTranslations(model: HugoModel, { from, to, files }: Move): Translation[] {
  const main = model.defaultLanguage;
  if (model.languages.length < 2) return [];
  const own = placePage(model, from, files);
  const later = placePage(model, to, new Set([...files].filter((path) => path !== from)));
  if (own?.language !== main || later?.language !== main) return [];
  const found: Translation[] = [];
  for (const path of files) {
    const place = path === from ? null : placePage(model, path, files);
    if (place === null || place.path !== own.path || place.language === main) continue;
    found.push({ from: path, to: moveAlike(model, path, place, { from, to }), mayStay: true });
  }
  return found;
}

/** Null where the translation's file is not named as the page's is. */
function moveAlike(
  model: HugoModel,
  path: string,
  { language }: PagePlace,
  { from, to }: Omit<Move, "files">,
): string | null {
  const folder = mountOf(model, path)!;
  const [own, later] = [mountOf(model, from)!, mountOf(model, to)!];
  const other = splitName(folder.below, language);
  const before = splitName(own.below, model.defaultLanguage);
  const after = splitName(later.below, model.defaultLanguage);
  if (other.bare !== before.bare) return null;
  const isBeside = folder.mount === own.mount;
  const mount = isBeside ? later.mount : folder.mount;
  const named = `${after.bare}${other.suffix}${other.ending}`;
  const below = posix.relative(`/${mount.target}`, `/${named}`);
  return below.startsWith("../") ? null : posix.join(mount.source, below);
}

/** `a/b.fr.md` is `a/b`, `.fr` and `.md`. */
function splitName(below: string, language: string): { bare: string; suffix: string; ending: string } {
  const ending = posix.extname(below);
  const whole = below.slice(0, below.length - ending.length);
  const isNamed = whole.toLowerCase().endsWith(`.${language}`);
  const suffix = isNamed ? whole.slice(-1 - language.length) : "";
  return { bare: whole.slice(0, whole.length - suffix.length), suffix, ending };
}
