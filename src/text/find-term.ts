import { type Sliced, stepsPerStop } from "./run-in-slices.ts";

// Scripts written without spaces are excluded: a Latin term beside one of their characters stands alone.
const wordCharacter =
  /^[[\p{L}\p{N}\p{M}]--[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]]$/v;

/**
 * Returns where the term occurs as a whole word: ascending offsets in UTF-16 code units, without overlaps.
 * An edge of the term that is not a letter, digit or mark (or belongs to a script without spaces) needs no
 * boundary. An underscore joins words (`api_token`) but not on the outer side of emphasis (`_token_`).
 */
export function* findTerm(text: string, term: string): Sliced<number[]> {
  if (term === "") return [];
  const found: number[] = [];
  const characters = [...term];
  const needsStart = isWordEdge(characters[0]);
  const needsEnd = isWordEdge(characters.at(-1));
  const before = createUnderscoreRuns(text, -1);
  const after = createUnderscoreRuns(text, 1);
  let count = 0;
  for (let at = text.indexOf(term); at !== -1; ) {
    if (++count % stepsPerStop === 0) yield;
    const end = at + term.length;
    const isWhole =
      !isInSurrogatePair(text, at) &&
      !isInSurrogatePair(text, end) &&
      !(needsStart && (isWordCharacter(characterBefore(text, before(at - 1) + 1)) || isJoinedTo(text, at))) &&
      !(needsEnd && (isWordCharacter(characterAt(text, after(end))) || isJoinedTo(text, end)));
    if (isWhole) found.push(at);
    at = text.indexOf(term, isWhole ? end : at + 1);
  }
  return found;
}

/**
 * Returns a function that, for ascending positions, finds the next one in a direction that is not an
 * underscore. Reads each underscore once or twice.
 */
function createUnderscoreRuns(text: string, step: 1 | -1): (at: number) => number {
  let [low, high, result] = [0, -1, 0];
  return (at) => {
    if (at >= low && at <= high) return result;
    if (text[at] !== "_") return at;
    [low, high] = [at, at];
    while (low > 0 && text[low - 1] === "_") low -= 1;
    while (text[high + 1] === "_") high += 1;
    result = step === 1 ? high + 1 : low - 1;
    return result;
  };
}

function isInSurrogatePair(text: string, at: number): boolean {
  return at > 0 && at < text.length && text.codePointAt(at - 1)! > 0xffff;
}

function characterBefore(text: string, at: number): string | undefined {
  if (at <= 0) return undefined;
  return at > 1 && text.codePointAt(at - 2)! > 0xffff ? text.slice(at - 2, at) : text[at - 1];
}

function characterAt(text: string, at: number): string | undefined {
  return at < text.length ? String.fromCodePoint(text.codePointAt(at)!) : undefined;
}

/** Parts of words other than letters: the soft hyphen, joiners, and letters written as entities. */
const joiner = String.raw`[\u00AD\u200C\u200D\u2060]|&(?:shy|zwn?j|#173|#xad|[a-z]{1,2}(?:acute|cedil|caron|circ|grave|lig|ring|slash|tilde|uml));`;
const joinerBefore = new RegExp(`(?:${joiner})$`, "i");
const joinerBehind = new RegExp(`^(?:${joiner})`, "i");
const joinerCharactersMax = 10;

function isJoinedTo(text: string, at: number): boolean {
  return (
    joinerBefore.test(text.slice(Math.max(0, at - joinerCharactersMax), at)) ||
    joinerBehind.test(text.slice(at, at + joinerCharactersMax))
  );
}

function isWordEdge(character: string | undefined): boolean {
  return character === "_" || isWordCharacter(character);
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && wordCharacter.test(character);
}
