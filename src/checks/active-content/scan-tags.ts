import { skipBraces } from "../../markdown/skip-javascript.ts";

export interface Attribute {
  name: string;
  /** Without quotes or braces. */
  value: string;
  isExpression: boolean;
  at: number;
}

export interface Tag {
  name: string;
  at: number;
  end: number;
  attributes: Attribute[];
}

const attributesMax = 500;

/** Number of characters that may still be examined. */
interface Effort {
  left: number;
}

/**
 * Finds opening tags of HTML and JSX as tolerantly as a browser: a tag extends to its `>`, to the next tag,
 * or to the end of the text. Takes linear time; null if nested or broken tags would take longer.
 */
export function scanTags(text: string): Tag[] | null {
  const tags: Tag[] = [];
  const effort = { left: text.length * 8 + 100_000 };
  const open = /<([A-Za-z][^\s/>"'=<{}]*)/g;
  for (let match = open.exec(text); match !== null; match = open.exec(text)) {
    const tag: Tag = { name: match[1]!, at: match.index, end: open.lastIndex, attributes: [] };
    tag.end = scanAttributes(text, open.lastIndex, tag.attributes, effort);
    effort.left -= tag.end - tag.at;
    if (effort.left < 0) return null;
    tags.push(tag);
    // An expression in an attribute may hold tags of its own.
    open.lastIndex = match.index + match[0].length;
  }
  return tags;
}

function scanAttributes(text: string, from: number, found: Attribute[], effort: Effort): number {
  const limit = Math.min(text.length, from + 20_000);
  let at = from;
  while (at < limit && found.length < attributesMax) {
    const code = text[at]!;
    if (code === ">" || code === "<") return at;
    if (/[\s/"'=}]/.test(code)) {
      at += 1;
      continue;
    }
    if (code === "{") {
      const end = closeBrace(text, at, limit, effort);
      found.push({
        name: "{}",
        value: text.slice(at + 1, Math.max(at + 1, end - 1)),
        isExpression: true,
        at,
      });
      at = Math.max(end, at + 1);
      continue;
    }
    at = scanAttribute(text, at, limit, found, effort);
  }
  return at;
}

function scanAttribute(
  text: string,
  start: number,
  limit: number,
  found: Attribute[],
  effort: Effort,
): number {
  let at = start;
  while (at < limit && !/[\s/>"'=<{]/.test(text[at]!)) at += 1;
  const name = text.slice(start, Math.max(at, start + 1));
  let equals = at;
  while (equals < limit && /\s/.test(text[equals]!)) equals += 1;
  if (text[equals] !== "=") {
    found.push({ name, value: "", isExpression: false, at: start });
    return Math.max(at, start + 1);
  }
  let value = equals + 1;
  while (value < limit && /\s/.test(text[value]!)) value += 1;
  const mark = text[value];
  if (mark === "{") {
    const end = closeBrace(text, value, limit, effort);
    if (end > 0) {
      found.push({ name, value: text.slice(value + 1, end - 1), isExpression: true, at: start });
      return end;
    }
  }
  if (mark === '"' || mark === "'") {
    const close = indexBefore(text, mark, value + 1, limit);
    if (close < 0) {
      effort.left -= limit - value;
      // A browser takes everything that follows for the value.
      found.push({ name, value: text.slice(value + 1, limit), isExpression: false, at: start });
      return value + 1;
    }
    found.push({ name, value: text.slice(value + 1, close), isExpression: false, at: start });
    return close + 1;
  }
  let end = value;
  while (end < limit && !/[\s>]/.test(text[end]!)) end += 1;
  found.push({ name, value: text.slice(value, end), isExpression: false, at: start });
  return Math.max(end, value);
}

/** Returns the offset after the closing brace, or -1. */
function closeBrace(text: string, at: number, limit: number, effort: Effort): number {
  const end = skipBraces(text, at, limit);
  if (end < 0) effort.left -= limit - at;
  return end;
}

function indexBefore(text: string, mark: string, from: number, limit: number): number {
  for (let at = from; at < limit; at += 1) if (text[at] === mark) return at;
  return -1;
}
