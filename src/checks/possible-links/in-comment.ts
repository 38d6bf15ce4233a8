import type { Range } from "../../markdown/ranges.ts";

const script = /\.[mc]?[jt]sx?$/;
const indentMax = 200;
/** Longer lines are made by programs. */
const lineMax = 2_000;

/**
 * Returns comments between marks of a script (`/*`) that begin a line: elsewhere the marks may belong to a
 * pattern.
 */
export function readComments(path: string, text: string): Range[] {
  const found: Range[] = [];
  if (!script.test(path)) return found;
  for (let start = text.indexOf("/*"); start >= 0; start = text.indexOf("/*", start)) {
    const close = text.indexOf("*/", start + 2);
    if (close < 0) break;
    const before = text.slice(Math.max(0, start - indentMax), start);
    if (/(?:^|\n)[ \t]*$/.test(before)) found.push({ start, end: close });
    start = close;
  }
  return found;
}

/** A comment of a configuration names no page, even where it shows a setting. */
export function isComment(path: string, text: string, at: number): boolean {
  const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  if (before.length > lineMax) return false;
  if (script.test(path))
    return (/^\s{0,200}(?:\/\/|\/?\*)/.test(before) && !before.includes("*/")) || isBehindCode(before);
  if (!/\.(?:toml|ya?ml)$/.test(path)) return false;
  const mark = before.indexOf("#");
  return mark >= 0 && /^(?:|[^"']*\s)$/.test(before.slice(0, mark));
}

/** Whether a comment has begun behind code, where no text in quotes is open. */
function isBehindCode(before: string): boolean {
  const mark = before.search(/\s\/\/\s/);
  const code = before.slice(0, Math.max(0, mark));
  return mark >= 0 && ["'", '"', "`"].every((quote) => code.split(quote).length % 2 === 1);
}
