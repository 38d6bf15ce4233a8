import { type Sliced, stepsPerStop } from "./run-in-slices.ts";

const anchorCharacters = 32;
/** Limit for compared characters, as a multiple of the text's length. */
const comparedMax = 8;
const charactersPerStop = 65_536;

/**
 * Returns every position of `wanted` in a text, ascending and possibly overlapping. Takes time in
 * proportion to both lengths, whatever the texts.
 */
export function* findAll(text: string, wanted: string): Sliced<number[]> {
  const found: number[] = [];
  if (wanted === "" || wanted.length > text.length) return found;
  const anchor = wanted.slice(0, anchorCharacters);
  let left = comparedMax * text.length;
  let count = 0;
  for (let at = text.indexOf(anchor); at !== -1; at = text.indexOf(anchor, at + 1)) {
    if (++count % stepsPerStop === 0) yield;
    if (wanted.length > anchorCharacters) left -= wanted.length;
    // Both texts are repetitive: comparing again from each position would be quadratic.
    if (left < 0) return yield* findPeriodic(text, wanted, at, found);
    if (text.startsWith(wanted, at)) found.push(at);
  }
  return found;
}

/** Knuth, Morris and Pratt's algorithm: reads each character of the text only once. */
function* findPeriodic(text: string, wanted: string, from: number, found: number[]): Sliced<number[]> {
  const borders = new Int32Array(wanted.length);
  for (let at = 1, length = 0; at < wanted.length; at++) {
    if (at % charactersPerStop === 0) yield;
    const code = wanted.charCodeAt(at);
    while (length > 0 && code !== wanted.charCodeAt(length)) length = borders[length - 1]!;
    if (code === wanted.charCodeAt(length)) length++;
    borders[at] = length;
  }
  for (let at = from, length = 0; at < text.length; at++) {
    if (at % charactersPerStop === 0) yield;
    const code = text.charCodeAt(at);
    while (length > 0 && code !== wanted.charCodeAt(length)) length = borders[length - 1]!;
    if (code === wanted.charCodeAt(length)) length++;
    if (length < wanted.length) continue;
    found.push(at - wanted.length + 1);
    length = borders[length - 1]!;
  }
  return found;
}
