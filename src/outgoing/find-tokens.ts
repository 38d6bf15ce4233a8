import { runAtOnce, type Sliced } from "../text/run-in-slices.ts";
import { classOf } from "./class-of.ts";
import type { Span } from "./create-needles.ts";
import { isPlaceholder } from "./is-placeholder.ts";
import { type TokenShape, tokenShapes } from "./token-shapes.ts";

/** Text that looks like an access token or private key. */
interface FoundToken extends Span {
  /** For example "a GitHub token". */
  what: string;
  text: string;
}

type AddToken = (what: string, start: number, end: number) => void;

const charactersPerStop = 16_384;
const tokensPerStop = 256;
const asciiCodes = 128;
const wordCharactersMin = 16;
const keyCharactersMax = 16_384;
const keyBegin = "-----BEGIN ";
const wordClass = classOf(/[0-9A-Za-z_-]/);
const alphabets: Record<TokenShape["alphabet"], Uint8Array> = {
  letters: classOf(/[0-9A-Za-z]/),
  word: wordClass,
  capitals: classOf(/[0-9A-Z]/),
  hex: classOf(/[0-9a-f]/),
  base64: classOf(/[0-9A-Za-z+/=]/),
};
const awsNameCharactersMax = "aws_secret_access_key".length;
const awsNameBegin = "a".charCodeAt(0);
const awsName = /^aws_?secret_?access_?key$/i;
const awsValue = /^["']?\s{0,4}[:=]\s{0,4}["']?([0-9A-Za-z/+]{40})(?![0-9A-Za-z/+=])/;
const pairBits = markPairs();

/**
 * Finds access tokens and private keys in a text, without placeholders by default. One pass: only long words
 * are examined closely.
 */
export function findTokens(text: string, options: { withPlaceholders?: boolean } = {}): FoundToken[] {
  return runAtOnce(findTokensSliced(text, options));
}

export function* findTokensSliced(text: string, { withPlaceholders = false } = {}): Sliced<FoundToken[]> {
  const found: FoundToken[] = [];
  const add: AddToken = (what, start, end) => {
    const token = text.slice(start, end);
    if (withPlaceholders || !isPlaceholder(token)) found.push({ what, text: token, start, end });
  };
  const scan: WordScan = { start: -1, suspects: [] };
  for (let from = 0; from <= text.length; from += charactersPerStop) {
    if (from > 0) yield;
    scanWords(text, from, scan);
    for (const suspect of scan.suspects.splice(0)) yield* findInWord(text, suspect, add);
  }
  yield* findPrivateKeys(text, add);
  return found;
}

/** A word long enough for a token, with the prefixes of shapes that begin in it. */
interface Suspect extends Span {
  pairs: number;
}

interface WordScan {
  /** Start of the word that continues in the next slice; -1 if none does. */
  start: number;
  suspects: Suspect[];
}

function scanWords(text: string, from: number, scan: WordScan): void {
  const stop = Math.min(text.length + 1, from + charactersPerStop);
  let { start } = scan;
  for (let at = from; at < stop; at += 1) {
    const isInWord = at < text.length && wordClass[text.charCodeAt(at)] === 1;
    if (isInWord) {
      if (start === -1) start = at;
    } else if (start !== -1) {
      if (at - start >= wordCharactersMin) {
        const pairs = pairsIn(text, start, at);
        if (pairs !== 0 || isWordOfNote(text, start, at)) scan.suspects.push({ start, end: at, pairs });
      }
      start = -1;
    }
  }
  scan.start = start;
}

function pairsIn(text: string, start: number, end: number): number {
  let pairs = 0;
  let before = text.charCodeAt(start) * asciiCodes;
  for (let at = start + 1; at < end; at += 1) {
    const code = text.charCodeAt(at);
    pairs |= pairBits[before + code]!;
    before = code * asciiCodes;
  }
  return pairs;
}

/** Whether the word may begin a JSON Web Token, or name an AWS secret key. */
function isWordOfNote(text: string, start: number, end: number): boolean {
  if (text.startsWith("eyJ", start)) return true;
  return end - start <= awsNameCharactersMax && (text.charCodeAt(start) | 0x20) === awsNameBegin;
}

function* findInWord(text: string, { start, end, pairs }: Suspect, add: AddToken): Sliced<void> {
  if (pairs !== 0) {
    const word = text.slice(start, end);
    for (const shape of tokenShapes)
      if ((pairs & bitOf(shape)) !== 0) yield* findShape(text, { start, word }, shape, add);
  }
  if (text.startsWith("eyJ", start)) findJwt(text, { start, end }, add);
  if (end - start > awsNameCharactersMax || !awsName.test(text.slice(start, end))) return;
  const [whole, key] = awsValue.exec(text.slice(end, end + 60)) ?? [];
  if (key !== undefined) add("an AWS secret key", end + whole!.length - key.length, end + whole!.length);
}

function* findShape(
  text: string,
  { start, word }: { start: number; word: string },
  shape: TokenShape,
  add: AddToken,
): Sliced<void> {
  const { prefix, min, max } = shape;
  const alphabet = alphabets[shape.alphabet];
  let count = 0;
  for (let at = word.indexOf(prefix); at !== -1; ) {
    if (++count % tokensPerStop === 0) yield;
    const end = runEnd(text, start + at + prefix.length, alphabet);
    const length = end - start - at - prefix.length;
    const isWhole = at === 0 || alphabets.letters[word.charCodeAt(at - 1)] !== 1;
    const isToken = isWhole && length >= min && length <= (max ?? length);
    if (isToken && (shape.mixed !== true || isMixed(text.slice(start + at + prefix.length, end))))
      add(shape.what, start + at, end);
    at = word.indexOf(prefix, Math.max(end - start, at + prefix.length));
  }
}

function isMixed(text: string): boolean {
  return /[0-9]/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text);
}

/** Finds three parts of base64url joined by dots, of which the first two are JSON objects. */
function findJwt(text: string, { start, end }: Span, add: AddToken): void {
  if (text[end] !== "." || !text.startsWith("eyJ", end + 1)) return;
  const second = runEnd(text, end + 1, wordClass);
  const third = text[second] === "." ? runEnd(text, second + 1, wordClass) : second;
  const payload = Buffer.from(text.slice(end + 1, second), "base64url").toString("latin1");
  if (second - end > 12 && !isPlaceholder(payload) && !payload.includes("John Doe"))
    add("a JSON Web Token", start, third);
}

function* findPrivateKeys(text: string, add: AddToken): Sliced<void> {
  let count = 0;
  for (let at = text.indexOf(keyBegin); at !== -1; ) {
    if (++count % tokensPerStop === 0) yield;
    const dashes = text.indexOf("-----", at + keyBegin.length);
    const isKey = dashes !== -1 && dashes - at < 60 && text.slice(at, dashes).endsWith("PRIVATE KEY");
    let next = at + keyBegin.length;
    if (isKey) {
      const limit = Math.min(text.length, dashes + keyCharactersMax);
      const close = text.slice(dashes + 5, limit).indexOf("-----");
      const bodyEnd = close === -1 ? limit : dashes + 5 + close;
      const body = text.slice(dashes + 5, bodyEnd);
      const end = close === -1 ? bodyEnd : Math.max(bodyEnd + 5, text.indexOf("-----", bodyEnd + 5) + 5);
      const [line] = /[0-9A-Za-z+/]{40}/.exec(body) ?? [];
      if (line !== undefined && !isPlaceholder(line)) add("a private key", at, end);
      next = bodyEnd;
    }
    at = text.indexOf(keyBegin, next);
  }
}

function runEnd(text: string, from: number, alphabet: Uint8Array): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (alphabet[code] !== 1) return at;
  }
  return at;
}

/**
 * Returns the bit for the first two characters of a prefix; shapes with the same bit are searched together.
 */
function bitOf({ prefix }: TokenShape): number {
  return 1 << ((prefix.charCodeAt(0) * 31 + prefix.charCodeAt(1)) & 31);
}

function markPairs(): Int32Array {
  const bits = new Int32Array(asciiCodes * asciiCodes);
  for (const shape of tokenShapes)
    bits[shape.prefix.charCodeAt(0) * asciiCodes + shape.prefix.charCodeAt(1)]! |= bitOf(shape);
  return bits;
}
