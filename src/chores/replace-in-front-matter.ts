import { type Document, isPair, isScalar, parseDocument, type Scalar, visit } from "yaml";
import { findTerm } from "../text/find-term.ts";
import { runAtOnce, type Sliced } from "../text/run-in-slices.ts";
import type { TermChange } from "./term-change.ts";

export interface Replacement {
  /** UTF-16 offset of `old`, a text of one line. */
  start: number;
  old: string;
  new: string;
  /** Number of occurrences of the term that it replaces. */
  places: number;
}

/** Keys whose values are names for programs: they stay, with everything below them; case is ignored. */
export const untouchedKeys: ReadonlySet<string> = new Set(
  `alias aliases api apiversion asyncapi authors canonical class classname component date file href
  icon icontype id image img import key lang language layout link locale mode openapi permalink redirect
  redirect_from redirects slug src template theme type uid url version`.split(/\s+/),
);

/** Reading YAML cannot be interrupted, so longer front matter stays. */
export const sourceCharactersMax = 8_192;
/** Limit for all proofs of one page together. */
const provenCharactersMax = 8_388_608;

interface Value {
  key: string;
  isUntouched: boolean;
  text: string | null;
  start: number;
  end: number;
  type: string | undefined;
}

/**
 * Replaces the term in the string values of YAML front matter. Each replacement is proven by parsing the
 * result: all other keys and values must be the same. Other languages and invalid YAML stay.
 */
export function* replaceInFrontMatter(
  source: string,
  language: string,
  change: TermChange,
): Sliced<{ replacements: Replacement[]; leftAt: number[] }> {
  const occurrences = yield* findTerm(source, change.old);
  const isReadable = language === "yaml" && source.length <= sourceCharactersMax;
  const values = isReadable && occurrences.length > 0 ? readValues(source) : null;
  const replacements = values === null ? [] : yield* planReplacements(source, values, change);
  return { replacements, leftAt: withoutReplaced(occurrences, replacements) };
}

/** Both lists are ascending. */
function withoutReplaced(occurrences: readonly number[], replacements: readonly Replacement[]): number[] {
  let next = 0;
  return occurrences.filter((at) => {
    while (next < replacements.length && endOf(replacements[next]!) <= at) next += 1;
    return next === replacements.length || at < replacements[next]!.start;
  });
}

function endOf({ start, old }: Replacement): number {
  return start + old.length;
}

interface Wanted {
  index: number;
  text: string;
}

function* planReplacements(source: string, values: Value[], change: TermChange): Sliced<Replacement[]> {
  const wanted = values.flatMap((value, index) => {
    const text = isTouchable(value) ? replaceInProse(value.text!, change).text : value.text;
    return text === value.text ? [] : [{ index, text: text! }];
  });
  const budget = { characters: provenCharactersMax };
  const replacements = yield* proveWanted(source, values, wanted, change, budget);
  yield;
  return wanted.length < 2 || isProven(source, values, replacements, null) ? replacements : [];
}

/**
 * Tries all at once, else each half in turn, so that few values in need of another notation take few proofs.
 */
function* proveWanted(
  source: string,
  values: Value[],
  wanted: readonly Wanted[],
  change: TermChange,
  budget: { characters: number },
): Sliced<Replacement[]> {
  yield;
  if (wanted.length === 0 || budget.characters < 0) return [];
  budget.characters -= source.length;
  const plain = wanted.flatMap(({ index }) => replaceInSource(source, values[index]!, change));
  if (isProven(source, values, plain, wanted)) return plain;
  if (wanted.length > 1) {
    const half = wanted.length >> 1;
    const first = yield* proveWanted(source, values, wanted.slice(0, half), change, budget);
    return [...first, ...(yield* proveWanted(source, values, wanted.slice(half), change, budget))];
  }
  yield;
  const { index, text } = wanted[0]!;
  const quoted = quoteAnew(source, values[index]!, text, change);
  return isProven(source, values, quoted, wanted) ? quoted : [];
}

function isTouchable({ isUntouched, text }: Value): boolean {
  if (isUntouched || text === null) return false;
  return /\s/.test(text) || !text.includes("/");
}

/** Leaves addresses, link targets and inline code inside a value unchanged. */
function replaceInProse(text: string, change: TermChange): { text: string; places: number } {
  const found = runAtOnce(findTerm(text, change.old));
  const spans = found.length === 0 ? [] : findUntouched(text, change.includingCode);
  let result = "";
  let end = 0;
  let places = 0;
  let next = 0;
  for (const at of found) {
    const after = at + change.old.length;
    while (next < spans.length && spans[next]![1] <= at) next += 1;
    if (next < spans.length && spans[next]![0] < after) continue;
    result += text.slice(end, at) + change.new;
    end = after;
    places += 1;
  }
  return { text: result + text.slice(end), places };
}

/** Returns ascending spans that do not overlap. */
function findUntouched(text: string, includingCode: boolean): [start: number, end: number][] {
  const spans: [number, number][] = [];
  const parts = includingCode ? /\]\([^)\n]*|:\/\/\S*/g : /`[^`\n]*`|\]\([^)\n]*|:\/\/\S*/g;
  for (const { index, 0: part } of text.matchAll(parts)) {
    let start = index;
    const from = spans.at(-1)?.[1] ?? 0;
    // The scheme of an address, and anything attached to it.
    while (part.startsWith(":") && start > from && /\S/.test(text[start - 1]!)) start -= 1;
    spans.push([start, index + part.length]);
  }
  return spans;
}

function replaceInSource(source: string, value: Value, change: TermChange): Replacement[] {
  const replacements: Replacement[] = [];
  let start = value.start;
  for (const line of source.slice(value.start, value.end).split("\n")) {
    const { text, places } = replaceInProse(line, change);
    if (places > 0) replacements.push({ start, old: line, new: text, places });
    start += line.length + 1;
  }
  return replacements;
}

/** Writes the value as a double-quoted string, for text that the present notation cannot hold. */
function quoteAnew(source: string, value: Value, text: string, change: TermChange): Replacement[] {
  const old = source.slice(value.start, value.end);
  const isOneLine = !old.includes("\n") && value.type !== "BLOCK_FOLDED" && value.type !== "BLOCK_LITERAL";
  if (!isOneLine) return [];
  return [
    {
      start: value.start,
      old,
      new: JSON.stringify(text),
      places: runAtOnce(findTerm(old, change.old)).length,
    },
  ];
}

/** If `expected` is null, any texts are accepted as long as the keys and their number are the same. */
function isProven(
  source: string,
  values: Value[],
  replacements: Replacement[],
  expected: readonly Wanted[] | null,
): boolean {
  if (replacements.length === 0) return expected === null;
  let result = "";
  let next = 0;
  for (const replacement of replacements) {
    result += source.slice(next, replacement.start) + replacement.new;
    next = endOf(replacement);
  }
  const after = readValues(result + source.slice(next));
  if (after === null || after.length !== values.length) return false;
  const texts = new Map(expected?.map(({ index, text }) => [index, text]));
  return values.every(
    ({ key, text }, index) =>
      after[index]!.key === key &&
      (expected === null || after[index]!.text === (texts.has(index) ? texts.get(index) : text)),
  );
}

/** Returns every scalar value in source order; null if the source is not valid YAML. */
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
