import { isPagePath } from "../../text/page-path.ts";
import { trimCharacters } from "../../text/trim-characters.ts";
import { createPhraseTest } from "./is-in-phrase.ts";
import { type Address, readAddress } from "./open-links.ts";

export interface Token {
  text: string;
  start: number;
  line: number;
  column: number;
  /** One word without a slash or extension. */
  isBare: boolean;
  /** Quoted, a key, a list entry, or alone in its line. */
  isWhole: boolean;
  /** As an entry of a table of contents in reStructuredText: the last of an indented line, after a title. */
  isEntry: boolean;
  address: Address;
}

/** A line, which may be that of a minified file: what its words ask for is looked up once. */
interface Line {
  text: string;
  /** Where something other than white space, and the first `<`, stand. */
  first: number;
  firstTag: number;
  trimmedLength: number;
  isInPhrase(at: number, word: string): boolean;
}

/** Folders in parentheses are parts of paths that have none in their addresses: `(parts)/a`. */
const word = /(?:\([\w-]{1,60}\)\/|[^\s"'`()[\]<>{},;=|])+(?:<[^<>\s]*>[^\s"'`()[\]<>{},;=|]*)?/g;

/** Yields the words of a text that contain one of the needles, which are in lower case. */
export function* tokensOf(text: string, needles: readonly string[]): Generator<Token> {
  const hasNeedle = (one: string): boolean => {
    const lower = one.toLowerCase();
    return needles.some((needle) => lower.includes(needle));
  };
  let start = 0;
  for (const [index, line] of text.split("\n").entries()) {
    if (hasNeedle(line)) {
      const read = readLine(line);
      for (const match of line.matchAll(word)) {
        const token = hasNeedle(match[0]) ? readToken(read, match[0], match.index) : null;
        if (token !== null && hasNeedle(token.text))
          yield { ...token, start: start + match.index, line: index + 1, column: match.index + 1 };
      }
    }
    start += line.length + 1;
  }
}

function readLine(text: string): Line {
  return {
    text,
    first: text.search(/\S/),
    firstTag: text.indexOf("<"),
    trimmedLength: text.trim().length,
    isInPhrase: createPhraseTest(text),
  };
}

function readToken(line: Line, raw: string, at: number): Omit<Token, "start" | "line" | "column"> | null {
  const text = trimCharacters(raw, ".:!?*").length === 0 ? "" : raw.replace(/[.:!?*]{1,3}$/, "");
  const address = readAddress(text);
  if (address === null || isPattern(raw) || isRedirectSource(line, at) || isClosingTag(line, raw, at))
    return null;
  const isBare = !address.path.includes("/") && !isPagePath(address.path);
  if (isBare && (isTitle(line.text, at) || line.isInPhrase(at, raw))) return null;
  const around = `${line.text[at - 1] ?? " "}${line.text[at + raw.length] ?? " "}`;
  const isWhole =
    /^["'`].$|^ ?[ :]$/.test(around) || line.trimmedLength === raw.length || /["'`]$/.test(around);
  const isFirst = at <= line.first;
  const isEntry =
    /^[ \t]/.test(line.text) &&
    at > 0 &&
    (isFirst || line.firstTag === at - 1) &&
    /^>?\s*$/.test(line.text.slice(at + raw.length));
  return { text, address, isBare, isWhole, isEntry };
}

/** `docs/*` and `**` with a path: what lists files leads to none of them. */
function isPattern(raw: string): boolean {
  return raw.includes("/*") || raw.includes("*/");
}

/** The visible text of a menu item, tag or shortcode names no page, whichever of its words it is. */
function isTitle(line: string, at: number): boolean {
  if (/^\s*(?:-\s{1,3})?(?:label|title):\s[^"'`]*$/.test(line.slice(0, at).slice(0, 200))) return true;
  return /\b(?:text|label|(?:sub)?title|alt|caption|header)["']?\s{0,9}[:=]\s{0,9}["'`][^"'`]*$/.test(
    line.slice(Math.max(0, at - 120), at),
  );
}

const tagMax = 2_000;

/** `</details>`; after a title, `Looms </looms>` is an entry of a table of contents in Sphinx. */
function isClosingTag({ text, first }: Line, raw: string, at: number): boolean {
  if (text[at - 1] !== "<" || text[at + raw.length] !== ">" || !/^\/[\w.:-]+$/.test(raw)) return false;
  const before = text.slice(Math.max(0, at - tagMax), at - 1);
  return !/\s$/.test(before) || first >= at - 1 || before.includes(`<${raw.slice(1)}`);
}

/** The source of a redirect is no link: it keeps leading to the same place. */
function isRedirectSource({ text, first }: Line, at: number): boolean {
  const before = text.slice(Math.max(0, at - 40), at);
  if (/["']?(?:source(?:_path(?:_from_root)?)?|from)["']?\s*[:=]\s*["']?$/i.test(before)) return true;
  return at <= first && /^\s*\/\S*\s+(?:\/|https?:)\S*/.test(text);
}
