import type { Dictionary } from "./dictionary.ts";
import type { ProseWord } from "./read-prose-words.ts";

/** On an English page, more than half of the words are in the dictionary. */
const unknownShareMax = 0.5;
const unknownMin = 3;

/** Returns those of a page's words that the dictionary lacks; null if the page is not in English. */
export function findUnknownWords(words: readonly ProseWord[], dictionary: Dictionary): Set<string> | null {
  const all = new Set(words.map(({ word }) => word));
  const unknown = new Set([...all].filter((word) => !dictionary.has(word)));
  return unknown.size >= unknownMin && unknown.size > all.size * unknownShareMax ? null : unknown;
}
