import { compactString } from "./compact-text.ts";

/** The spellings of one secret that are searched for. */
export interface Spellings {
  /** Searched for in compact text; at least `needleCharactersMin` long. */
  needles: string[];
  /** Searched for literally: too short for a search across other characters. */
  exact: string[];
}

/** Shorter needles would occur in ordinary text. */
export const needleCharactersMin = 16;

const secretCharactersMin = 8;
const wordCharactersMax = 11;
const compactCharactersMin = 12;
const opaqueCharactersMin = 24;
const distinctMin = 6;

const none: Spellings = { needles: [], exact: [] };

/**
 * Spells a secret as it is, reversed, in base64 (each alignment, once and twice), hexadecimal,
 * percent-encoding and escapes. A token is searched for by every part of 20 characters, a key's line by every
 * part of 50, a URL as a whole (`part`: null). Texts shorter than 8 characters and plain words have no
 * spellings: they occur in ordinary pages.
 */
export function spellSecret(
  secret: string,
  { part = needleCharactersMin }: { part?: number | null } = {},
): Spellings {
  if (isTooWeak(secret)) return none;
  const compact = compactString(secret);
  const isOpaque = compact.length >= opaqueCharactersMin && /^[^\s:]+$/.test(secret);
  const length = isOpaque && part !== null ? part : Number.POSITIVE_INFINITY;
  const needles = new Set<string>();
  const exact = new Set<string>();
  for (const form of plainForms(secret)) {
    const short = compactString(form);
    if (short.length >= length) addParts(needles, short, length, length / 4);
    else addWhole({ needles, exact }, form, short);
  }
  const hex = Buffer.from(secret).toString("hex");
  if (hex.length >= 1.5 * length) addParts(needles, hex, 1.5 * length, length / 2);
  else addWhole({ needles, exact }, hex, hex);
  for (const form of escapedForms(secret)) addWhole({ needles, exact }, form, form);
  return { needles: [...needles], exact: [...exact] };
}

function isTooWeak(secret: string): boolean {
  if (secret.length < secretCharactersMin || new Set(secret).size < distinctMin - 1) return true;
  return secret.length <= wordCharactersMax && /^(?:[A-Za-z]?[a-z]+|[A-Z]+)$/.test(secret);
}

function plainForms(secret: string): string[] {
  const reversed = [...secret].reverse().join("");
  return [
    secret,
    reversed,
    ...base64Forms(secret),
    ...base64Forms(Buffer.from(secret).toString("base64")),
    ...base64Forms(reversed),
    encodeURIComponent(secret.toWellFormed()),
  ];
}

/** Returns what compact text keeps of `\x41`, `&#x41;`, `0x41`, `\u0041` and `&#65;`. */
function escapedForms(secret: string): string[] {
  const codes = [...Buffer.from(secret)];
  const hex = codes.map((code) => code.toString(16).padStart(2, "0"));
  return [
    hex.map((digits) => `x${digits}`).join(""),
    hex.map((digits) => `0x${digits}`).join(""),
    hex.map((digits) => `u00${digits}`).join(""),
    codes.join(""),
    [...hex].reverse().join(""),
  ];
}

function addParts(needles: Set<string>, text: string, length: number, step: number): void {
  for (let at = 0; at < text.length - length + step; at += step) {
    const start = Math.min(at, text.length - length);
    const part = text.slice(start, start + length);
    if (new Set(part).size >= distinctMin) needles.add(part);
  }
}

function addWhole(found: { needles: Set<string>; exact: Set<string> }, form: string, compact: string): void {
  if (compact.length >= compactCharactersMin) found.needles.add(compact);
  else if (form.length >= secretCharactersMin) {
    found.exact.add(form);
    found.exact.add(form.replaceAll("+", "-").replaceAll("/", "_"));
  }
}

/**
 * Returns, for each of the three alignments, the part of the base64 text that is independent of the secret's
 * surroundings.
 */
function base64Forms(secret: string): string[] {
  return [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const length = Math.floor((bytes.length * 8) / 6);
    return bytes.toString("base64").slice(Math.ceil((offset * 8) / 6), length);
  });
}
