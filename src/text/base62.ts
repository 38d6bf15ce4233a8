import { randomBytes } from "node:crypto";

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

// The largest multiple of 62 in a byte: larger values are dropped, so that every character is equally
// likely.
const unbiasedBelow = 248;

/** Returns `length` characters from the system's random source, 5.95 bits each. */
export function randomBase62(length: number): string {
  let text = "";
  while (text.length < length) {
    for (const byte of randomBytes(length + 8)) {
      if (byte < unbiasedBelow && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}

/** Returns a non-negative integer as base62, padded with zeros to `length`. */
export function toBase62(value: number, length: number): string {
  let text = "";
  for (let rest = value; rest > 0; rest = Math.floor(rest / 62)) text = alphabet[rest % 62] + text;
  return text.padStart(length, "0");
}
