import { trimEndCharacters } from "../../text/trim-characters.ts";

export const resultBytesMax = 8_000;

/** Returns the longest prefix that fits into this many UTF-8 bytes; never splits a character. */
export function cutToBytes(text: string, bytesMax: number): string {
  if (Buffer.byteLength(text) <= bytesMax) return text;
  const cut = Buffer.from(text).subarray(0, Math.max(0, bytesMax)).toString("utf8");
  return trimEndCharacters(cut, "\uFFFD");
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Returns the first characters (UTF-16 code units) of a text, without half a surrogate pair at the end. */
export function cutCharacters(text: string, charactersMax: number): string {
  return text.slice(0, charactersMax).replace(/[\uD800-\uDBFF]$/, "");
}
