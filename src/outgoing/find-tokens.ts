import type { Span } from "./create-needles.ts";
import { isPlaceholder } from "./is-placeholder.ts";
import { type TokenShape, tokenShapes } from "./token-shapes.ts";

/** Something that looks like somebody's access token or private key. */
export interface FoundToken extends Span {
  /** "a GitHub token" */
  what: string;
  text: string;
}

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
const awsName = /^aws_?secret_?access_?key$/i;
const awsValue = /^["']?\s{0,4}[:=]\s{0,4}["']?([0-9A-Za-z/+]{40})(?![0-9A-Za-z/+=])/;

/** Access tokens and private keys in a text, unless told otherwise without placeholders. One pass: only long words are looked at closely. */
export function findTokens(text: string, { withPlaceholders = false } = {}): FoundToken[] {
  const found: FoundToken[] = [];
  for (const word of longWords(text)) findInWord(text, word, found);
  findPrivateKeys(text, found);
  return withPlaceholders ? found : found.filter((token) => !isPlaceholder(token.text));
}

function* longWords(text: string): Generator<Span> {
  let start = -1;
  for (let at = 0; at <= text.length; at += 1) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    if (wordClass[code] === 1) {
      if (start === -1) start = at;
    } else if (start !== -1) {
      if (at - start >= wordCharactersMin) yield { start, end: at };
      start = -1;
    }
  }
}

function findInWord(text: string, { start, end }: Span, found: FoundToken[]): void {
  const word = text.slice(start, end);
  for (const shape of tokenShapes) findShape(text, { start, word }, shape, found);
  if (word.startsWith("eyJ")) findJwt(text, { start, end }, found);
  if (awsName.test(word)) {
    const [whole, key] = awsValue.exec(text.slice(end, end + 60)) ?? [];
    if (key !== undefined)
      add(found, text, "an AWS secret key", end + whole!.length - key.length, end + whole!.length);
  }
}

function findShape(
  text: string,
  { start, word }: { start: number; word: string },
  shape: TokenShape,
  found: FoundToken[],
): void {
  const { prefix, min, max } = shape;
  const alphabet = alphabets[shape.alphabet];
  for (let at = word.indexOf(prefix); at !== -1; ) {
    const end = runEnd(text, start + at + prefix.length, alphabet);
    const length = end - start - at - prefix.length;
    const isWhole = at === 0 || !/[0-9A-Za-z]/.test(word[at - 1]!);
    const rest = text.slice(start + at + prefix.length, end);
    if (isWhole && length >= min && length <= (max ?? length) && (shape.mixed !== true || isMixed(rest)))
      add(found, text, shape.what, start + at, end);
    at = word.indexOf(prefix, Math.max(end - start, at + prefix.length));
  }
}

function isMixed(text: string): boolean {
  return /[0-9]/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text);
}

/** Three parts of base64url joined by dots, of which the first two are JSON objects. */
function findJwt(text: string, { start, end }: Span, found: FoundToken[]): void {
  if (text[end] !== "." || !text.startsWith("eyJ", end + 1)) return;
  const second = runEnd(text, end + 1, wordClass);
  const third = text[second] === "." ? runEnd(text, second + 1, wordClass) : second;
  const payload = Buffer.from(text.slice(end + 1, second), "base64url").toString("latin1");
  if (second - end > 12 && !isPlaceholder(payload) && !payload.includes("John Doe"))
    add(found, text, "a JSON Web Token", start, third);
}

function findPrivateKeys(text: string, found: FoundToken[]): void {
  for (let at = text.indexOf(keyBegin); at !== -1; ) {
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
      if (line !== undefined && !isPlaceholder(line)) add(found, text, "a private key", at, end);
      next = bodyEnd;
    }
    at = text.indexOf(keyBegin, next);
  }
}

function add(found: FoundToken[], text: string, what: string, start: number, end: number): void {
  found.push({ what, text: text.slice(start, end), start, end });
}

function runEnd(text: string, from: number, alphabet: Uint8Array): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (alphabet[code] !== 1) return at;
  }
  return at;
}

function classOf(characters: RegExp): Uint8Array {
  const codes = new Uint8Array(65_536);
  for (let code = 0; code < 128; code += 1) codes[code] = characters.test(String.fromCharCode(code)) ? 1 : 0;
  return codes;
}
