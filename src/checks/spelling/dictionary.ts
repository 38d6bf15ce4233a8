import { isBritish, isDerived } from "./is-derived.ts";
import { technicalWords } from "./technical-words.ts";

/** English words, and words of software. */
export interface Dictionary {
  has(word: string): boolean;
  /** Returns at most three words that differ in one letter, or in the order of two. */
  suggest(word: string): string[];
}

export type LoadDictionary = () => Promise<Dictionary>;

const suggestionsMax = 3;

/** Loads the dictionary on first use: it takes a fifth of a second, and 13 MB for the life of the process. */
export function createDictionaryLoader(): LoadDictionary {
  let loading: Promise<Dictionary> | null = null;
  return () => {
    loading ??= loadDictionary();
    return loading;
  };
}

async function loadDictionary(): Promise<Dictionary> {
  const [{ default: nspell }, { default: english }] = await Promise.all([
    import("nspell"),
    import("dictionary-en"),
  ]);
  const speller = nspell(english);
  const isListed = (word: string) => technicalWords.has(word.toLowerCase()) || speller.correct(word);
  // "fool-lowing" and "stat-ring" are two words as well: what looks mistyped is no compound.
  const isCompound = (word: string) => isDerived(word, isListed) && !looksMistyped(word, isListed);
  return {
    has: (word) => isListed(word) || isBritish(word, isListed) || isCompound(word),
    suggest: (word) => [...findNear(word, isListed)],
  };
}

/** A listed word with the same beginning differs in one letter; its plural is no mistake. */
function looksMistyped(word: string, isListed: (word: string) => boolean): boolean {
  const lower = word.toLowerCase();
  const singular = lower.endsWith("s") ? lower.slice(0, -1) : null;
  for (const near of spellOtherwise(lower))
    if (near[0] === lower[0] && near !== singular && near !== lower && isListed(near)) return true;
  return false;
}

const letters = "abcdefghijklmnopqrstuvwxyz";

/** Returns the likeliest mistakes first: two letters swapped, one too many, a wrong one, one too few. */
function findNear(word: string, isListed: (word: string) => boolean): Set<string> {
  const found = new Set<string>();
  for (const near of spellOtherwise(word)) {
    if (near !== word && isListed(near)) found.add(near);
    if (found.size === suggestionsMax) break;
  }
  return found;
}

function* spellOtherwise(word: string): Generator<string> {
  const cuts = Array.from(
    { length: word.length + 1 },
    (_, at) => [word.slice(0, at), word.slice(at)] as const,
  );
  for (const [start, [first = "", second = "", ...rest]] of cuts)
    if (second !== "") yield start + second + first + rest.join("");
  for (const [start, end] of cuts) if (end !== "") yield start + end.slice(1);
  for (const [start, end] of cuts)
    if (end !== "") for (const letter of letters) yield start + letter + end.slice(1);
  for (const [start, end] of cuts) for (const letter of letters) yield start + letter + end;
}
