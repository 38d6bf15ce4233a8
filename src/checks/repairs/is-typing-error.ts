import { distance } from "../../text/distance.ts";

/** The letter of a shorter word may be its whole meaning: `plan-a` and `plan-b`. */
const wordMin = 4;

/**
 * Whether two names differ in one letter of a word. Digits stand for versions and numbers, so they must be
 * equal.
 */
export function isTypingError(written: string, name: string): boolean {
  const [one, other] = [written.toLowerCase(), name.toLowerCase()];
  if (one.replace(/\D+/g, " ") !== other.replace(/\D+/g, " ") || distance(one, other, 1) > 1) return false;
  const [words, others] = [wordsOf(one), wordsOf(other)];
  if (words.length !== others.length) return true;
  return words.every(
    (word, at) => word === others[at] || Math.max(word.length, others[at]!.length) >= wordMin,
  );
}

function wordsOf(name: string): string[] {
  return name.split(/[^\p{L}\p{M}]+/u);
}
