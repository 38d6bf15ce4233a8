import { listOf } from "./lists-of-settings.ts";

/** Texts that follow each other, with anything between them; null in one stands for any character. */
interface Expression {
  texts: (string | null)[][];
  isAtEnd: boolean;
}

const anchored = /^\((?:\?:)?\^\|\/\)/;
const expressionMax = 500;
const expressionsMax = 100;

/**
 * Returns whether `ignoreFiles` keeps Hugo from reading a file, by its own path or that of a folder around
 * it; undefined if it names none. Of its regular expressions those are read that consist of text, `.`, `.*`,
 * `$`, and `(^|/)` at their beginning.
 */
export function readIgnored(setting: unknown): ((path: string) => boolean) | undefined {
  const expressions = listOf(setting).slice(0, expressionsMax).flatMap(readExpression);
  if (expressions.length === 0) return undefined;
  const known = new Map<string, boolean>();
  const isIgnored = (path: string): boolean => {
    const found = known.get(path) ?? expressions.some((one) => matches(one, `/${path}`));
    known.set(path, found);
    const folder = path.lastIndexOf("/");
    return found || (folder > 0 && isIgnored(path.slice(0, folder)));
  };
  return isIgnored;
}

function readExpression(source: string): Expression[] {
  const isAtEnd = /(?<!\\)\$$/.test(source);
  const body = (isAtEnd ? source.slice(0, -1) : source).replace(anchored, "/");
  const texts: (string | null)[][] = [[]];
  for (let at = 0; at < body.length; at += 1) {
    const character = body[at]!;
    if (character === "\\" && /[^\p{L}\p{N}]/u.test(body[at + 1] ?? "")) {
      at += 1;
      texts.at(-1)!.push(body[at]!);
    } else if (/[\\()[\]{}+*?|^$]/.test(character)) return [];
    else if (character !== ".") texts.at(-1)!.push(character);
    else if (body[at + 1] === "*") {
      at += 1;
      texts.push([]);
    } else texts.at(-1)!.push(null);
  }
  const isRead = source.length <= expressionMax && texts.some((text) => text.length > 0);
  return isRead ? [{ texts, isAtEnd }] : [];
}

function matches({ texts, isAtEnd }: Expression, path: string): boolean {
  let at = 0;
  for (const [index, text] of texts.entries()) {
    const isLast = isAtEnd && index === texts.length - 1;
    const last = path.length - text.length;
    if (isLast && last > at) at = last;
    while (at <= last && !isAt(path, at, text)) at += 1;
    if (at > last) return false;
    at += text.length;
  }
  return true;
}

function isAt(path: string, at: number, text: readonly (string | null)[]): boolean {
  return text.every((character, index) => character === null || character === path[at + index]);
}
