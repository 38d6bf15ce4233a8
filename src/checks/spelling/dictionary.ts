import { isDerived } from "./is-derived.ts";
import { technicalWords } from "./technical-words.ts";

/** Words of English, and of software. */
export interface Dictionary {
  has(word: string): boolean;
  /** At most three words that may be meant; takes up to a fifth of a second. */
  suggest(word: string): string[];
}

export type LoadDictionary = () => Promise<Dictionary>;

const suggestionsMax = 3;

/**
 * Loads the dictionary when it is first needed: it takes a fifth of a second, and 13 MB for as long as the
 * process lives.
 */
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
  return {
    has: (word) => isListed(word) || isDerived(word, isListed),
    suggest: (word) => speller.suggest(word).slice(0, suggestionsMax),
  };
}
