import type { Translation } from "../../types.ts";

export interface Language {
  /** First part of its addresses; "" for the one whose addresses have none. */
  name: string;
  /** Address of its start page, to which menus add the rest of a page's own; with a slash at the end. */
  start: string;
  /** Whether menus of its pages lead to the same page in other languages, not to their start pages. */
  hasMenus: boolean;
}

/** The first one is the main language. */
export type Languages = readonly Language[];

/**
 * Returns the pages whose language menus lead to a page, because their addresses differ in the language
 * only. Those of a page in the main language move and go with it; others stay. `to` is where the page moves.
 */
export function findTranslations(
  languages: Languages,
  addressOf: (path: string) => string | null,
  { from, to, files }: { from: string; to: string; files: ReadonlySet<string> },
): Translation[] {
  const [main] = languages;
  const partsOf = (path: string): { language: Language; rest: string } | null => {
    const address = addressOf(path);
    if (address === null) return null;
    const [, first = ""] = address.split("/");
    const language =
      languages.find(({ name }) => name !== "" && name === first) ??
      languages.find(({ name }) => name === "");
    return language !== undefined && address.startsWith(language.start)
      ? { language, rest: address.slice(language.start.length) }
      : null;
  };
  const [own, later] = [partsOf(from), partsOf(to)];
  if (own === null) return [];
  const found: Translation[] = [];
  for (const path of files) {
    const other = partsOf(path);
    if (other === null || other.rest !== own.rest || other.language === own.language) continue;
    if (!other.language.hasMenus) continue;
    const moved = own.language === main && later?.language === main ? moveAlike(path, from, to) : null;
    const after = moved === null ? null : partsOf(moved);
    const isAlike = after?.rest === later?.rest && after?.language === other.language;
    const ifLeft = `the language menu of ${path} leads to the address that the page had`;
    found.push({
      from: path,
      to: isAlike ? moved : null,
      ifLeft,
      ...(other.language === main && { isMain: true }),
    });
  }
  return found;
}

/** Changes the part of a path that another one ends with as well. */
function moveAlike(path: string, from: string, to: string): string | null {
  const [own, other] = [path.split("/"), from.split("/")];
  let shared = 0;
  while (shared < other.length && own.at(-1 - shared) === other.at(-1 - shared)) shared++;
  const folder = other.slice(0, other.length - shared).map((part) => `${part}/`);
  const start = folder.join("");
  if (!to.startsWith(start)) return null;
  return [...own.slice(0, own.length - shared), to.slice(start.length)].join("/");
}
