import { runAtOnce, type Sliced } from "../text/run-in-slices.ts";

/**
 * ASCII letters and digits, in lower case: what remains of a secret however it is quoted, wrapped, joined or
 * escaped.
 */
export interface CompactText {
  /** Only the first `length` bytes are the text. */
  bytes: Buffer;
  length: number;
}

const charactersPerStop = 65_536;
const backslash = 92;
const foldedCodes = makeFoldedCodes();

// After a backslash these letters stand for white space: b, f, n, r, t, v.
const escapedSpaces = new Set([98, 102, 110, 114, 116, 118]);

/**
 * Compacts the text. `places`, as long as the text, receives the index in the text of each remaining code.
 */
export function* compactText(text: string, places?: Uint32Array): Sliced<CompactText> {
  const compact: CompactText = { bytes: Buffer.allocUnsafe(text.length), length: 0 };
  for (let index = 0; index < text.length; ) {
    if (index > 0) yield;
    index = compactSlice(text, index, compact, places);
  }
  return compact;
}

/** Returns the start of the next slice. */
function compactSlice(text: string, from: number, compact: CompactText, places?: Uint32Array): number {
  const { bytes } = compact;
  const stop = Math.min(text.length, from + charactersPerStop);
  let { length } = compact;
  let index = from;
  for (; index < stop; index += 1) {
    const folded = foldedCodes[text.charCodeAt(index)]!;
    if (folded === 0) continue;
    if (folded === backslash) {
      if (escapedSpaces.has(text.charCodeAt(index + 1))) index += 1;
      continue;
    }
    if (places !== undefined) places[length] = index;
    bytes[length] = folded;
    length += 1;
  }
  compact.length = length;
  return index;
}

export function compactString(text: string): string {
  const { bytes, length } = runAtOnce(compactText(text));
  return bytes.toString("latin1", 0, length);
}

function makeFoldedCodes(): Uint8Array {
  const codes = new Uint8Array(65_536);
  codes[backslash] = backslash;
  for (const character of "0123456789abcdefghijklmnopqrstuvwxyz") {
    codes[character.charCodeAt(0)] = character.charCodeAt(0);
    codes[character.toUpperCase().charCodeAt(0)] = character.charCodeAt(0);
  }
  return codes;
}
