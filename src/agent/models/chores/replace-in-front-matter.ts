import { type Document, isPair, isScalar, parseDocument, type Scalar, visit } from "yaml";
import type { TermChange } from "./replace-term.ts";
import { createTermPattern } from "./term-pattern.ts";

export interface Replacement {
  /** UTF-16 offset of `old`, a text of one line. */
  start: number;
  old: string;
  new: string;
  /** How many occurrences of the term it replaces. */
  places: number;
}

/** Keys whose values are names for programs and stay, with everything below them; compared without case. */
export const untouchedKeys: ReadonlySet<string> = new Set(
  `alias aliases api apiversion asyncapi authors canonical class classname component date file href
  icon icontype id image img import key lang language layout link locale mode openapi permalink redirect
  redirect_from redirects slug src template theme type uid url version`.split(/\s+/),
);

interface Value {
  key: string;
  isUntouched: boolean;
  text: string | null;
  start: number;
  end: number;
  type: string | undefined;
}

/**
 * Replaces the term in the string values of YAML front matter. Each replacement is proven by parsing the result: all
 * other keys and values must be the same. Other languages and invalid YAML stay.
 */
export function replaceInFrontMatter(
  source: string,
  language: string,
  change: TermChange,
): { replacements: Replacement[]; leftAt: number[] } {
  const pattern = createTermPattern(change.old);
  const occurrences = [...source.matchAll(pattern)].map(({ index }) => index);
  const values = language === "yaml" && occurrences.length > 0 ? readValues(source) : null;
  const replacements = values === null ? [] : planReplacements(source, values, pattern, change);
  const isReplaced = (at: number) =>
    replacements.some(({ start, old }) => at >= start && at < start + old.length);
  return { replacements, leftAt: occurrences.filter((at) => !isReplaced(at)) };
}

function planReplacements(
  source: string,
  values: Value[],
  pattern: RegExp,
  change: TermChange,
): Replacement[] {
  const wanted = values.flatMap((value, index) => {
    const text = isTouchable(value) ? replaceInProse(value.text!, pattern, change).text : value.text;
    return text === value.text ? [] : [{ index, text: text! }];
  });
  const plain = wanted.flatMap(({ index }) => replaceInSource(source, values[index]!, pattern, change));
  if (isProven(source, values, plain, wanted)) return plain;
  const replacements: Replacement[] = [];
  for (const { index, text } of wanted) {
    const value = values[index]!;
    const ways = [replaceInSource(source, value, pattern, change), quoteAnew(source, value, text, pattern)];
    const proven = ways.find((way) => isProven(source, values, way, [{ index, text }]));
    if (proven !== undefined) replacements.push(...proven);
  }
  return isProven(source, values, replacements, null) ? replacements : [];
}

function isTouchable({ isUntouched, text }: Value): boolean {
  if (isUntouched || text === null) return false;
  return /\s/.test(text) || !text.includes("/");
}

/** Addresses, link targets and inline code inside a value stay. */
function replaceInProse(text: string, pattern: RegExp, change: TermChange): { text: string; places: number } {
  const untouched = change.includingCode
    ? /\]\([^)\n]*\)|\S*:\/\/\S*/g
    : /`[^`\n]*`|\]\([^)\n]*\)|\S*:\/\/\S*/g;
  const spans = [...text.matchAll(untouched)].map(
    ({ index, 0: part }) => [index, index + part.length] as const,
  );
  let places = 0;
  const replaced = text.replace(pattern, (match: string, at: number) => {
    if (spans.some(([start, end]) => at < end && at + match.length > start)) return match;
    places += 1;
    return change.new;
  });
  return { text: replaced, places };
}

function replaceInSource(source: string, value: Value, pattern: RegExp, change: TermChange): Replacement[] {
  const replacements: Replacement[] = [];
  let start = value.start;
  for (const line of source.slice(value.start, value.end).split("\n")) {
    const { text, places } = replaceInProse(line, pattern, change);
    if (places > 0) replacements.push({ start, old: line, new: text, places });
    start += line.length + 1;
  }
  return replacements;
}

/** The value as a double-quoted string, for a text that the present notation cannot hold. */
function quoteAnew(source: string, value: Value, text: string, pattern: RegExp): Replacement[] {
  const old = source.slice(value.start, value.end);
  const isOneLine = !old.includes("\n") && value.type !== "BLOCK_FOLDED" && value.type !== "BLOCK_LITERAL";
  if (!isOneLine) return [];
  return [{ start: value.start, old, new: JSON.stringify(text), places: [...old.matchAll(pattern)].length }];
}

/** `expected` null: any texts will do as long as keys and their number are the same. */
function isProven(
  source: string,
  values: Value[],
  replacements: Replacement[],
  expected: { index: number; text: string }[] | null,
): boolean {
  if (replacements.length === 0) return expected === null;
  let result = source;
  for (const { start, old, new: text } of replacements.toSorted((a, b) => b.start - a.start)) {
    result = result.slice(0, start) + text + result.slice(start + old.length);
  }
  const after = readValues(result);
  if (after === null || after.length !== values.length) return false;
  const texts = new Map(expected?.map(({ index, text }) => [index, text]));
  return values.every(
    ({ key, text }, index) =>
      after[index]!.key === key &&
      (expected === null || after[index]!.text === (texts.has(index) ? texts.get(index) : text)),
  );
}

/** Every scalar value in the order of the source; null when the source is not valid YAML. */
function readValues(source: string): Value[] | null {
  const document: Document = parseDocument(source, { version: "1.2", logLevel: "silent" });
  if (document.errors.length > 0) return null;
  const values: Value[] = [];
  visit(document, {
    Scalar(position, node, path) {
      if (position === "key") return;
      const keys = path.filter(isPair).map(({ key }) => (isScalar(key) ? String(key.value) : ""));
      values.push(toValue(node, keys));
    },
  });
  return values;
}

function toValue(node: Scalar, keys: string[]): Value {
  return {
    key: keys.join("\0"),
    isUntouched: keys.some((key) => untouchedKeys.has(key.toLowerCase())),
    text: typeof node.value === "string" ? node.value : null,
    start: node.range?.[0] ?? 0,
    end: node.range?.[1] ?? 0,
    type: node.type ?? undefined,
  };
}
