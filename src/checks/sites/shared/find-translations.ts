import type { Translation } from "../../types.ts";

/** Languages by the first part of their addresses; "" is the one whose addresses have none. */
export interface Languages {
  main: string;
  names: readonly string[];
}

/**
 * Returns the pages that a page's language menu leads to, because their addresses differ in the language
 * only. Those of a page in the main language move with it; others stay. `to` is where the page moves.
 */
export function findTranslations(
  { main, names }: Languages,
  addressOf: (path: string) => string | null,
  { from, to, files }: { from: string; to: string; files: ReadonlySet<string> },
): Translation[] {
  const partsOf = (path: string): { language: string; rest: string } | null => {
    const address = addressOf(path);
    if (address === null) return null;
    const [, first = ""] = address.split("/");
    return names.includes(first) && first !== ""
      ? { language: first, rest: address.slice(first.length + 1) }
      : { language: "", rest: address };
  };
  const [own, later] = [partsOf(from), partsOf(to)];
  if (own === null) return [];
  const found: Translation[] = [];
  for (const path of files) {
    const other = partsOf(path);
    if (other === null || other.rest !== own.rest || other.language === own.language) continue;
    const moved = own.language === main && later?.language === main ? moveAlike(path, from, to) : null;
    const after = moved === null ? null : partsOf(moved);
    const isAlike = after?.rest === later?.rest && after?.language === other.language;
    const ifLeft = `the language menu of ${path} leads to the page's old address`;
    found.push({ from: path, to: isAlike ? moved : null, ifLeft });
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
