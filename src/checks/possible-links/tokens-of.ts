import { trimCharacters } from "../../text/trim-characters.ts";
import { isInPhrase } from "./is-in-phrase.ts";
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

/** Yields the words of a text that contain one of the needles, which are in lower case. */
export function* tokensOf(text: string, needles: readonly string[]): Generator<Token> {
  let start = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const lower = line.toLowerCase();
    if (needles.some((needle) => lower.includes(needle))) {
      for (const match of line.matchAll(/[^\s"'`()[\]<>{},;=|]+(?:<[^<>\s]*>[^\s"'`()[\]<>{},;=|]*)?/g)) {
        const token = readToken(line, match[0], match.index);
        if (token !== null && needles.some((needle) => token.text.toLowerCase().includes(needle)))
          yield { ...token, start: start + match.index, line: index + 1, column: match.index + 1 };
      }
    }
    start += line.length + 1;
  }
}

function readToken(line: string, raw: string, at: number): Omit<Token, "start" | "line" | "column"> | null {
  const text = trimCharacters(raw, ".:!?*").length === 0 ? "" : raw.replace(/[.:!?*]{1,3}$/, "");
  const address = readAddress(text);
  if (address === null || isRedirectSource(line, at) || isClosingTag(line, raw, at)) return null;
  const isBare = !/[/]|\.mdx?$/i.test(address.path);
  if (isBare && (isTitle(line, at) || isInPhrase(line, at, raw))) return null;
  const around = `${line[at - 1] ?? " "}${line[at + raw.length] ?? " "}`;
  const isWhole = /^["'`].$|^ ?[ :]$/.test(around) || line.trim() === raw || /["'`]$/.test(around);
  const before = line.slice(0, at);
  const isAfterTitle = before.indexOf("<") === at - 1;
  const isEntry =
    /^[ \t]/.test(before) &&
    (before.trim() === "" || isAfterTitle) &&
    /^>?\s*$/.test(line.slice(at + raw.length));
  return { text, address, isBare, isWhole, isEntry };
}

/** The visible text of a menu item names no page, whichever of its words it is. */
function isTitle(line: string, at: number): boolean {
  return /\b(?:text|label|title)["']?\s{0,9}:\s{0,9}["'`][^"'`]*$/.test(
    line.slice(Math.max(0, at - 120), at),
  );
}

/** `</details>`; after a title, `Looms </looms>` is an entry of a table of contents in Sphinx. */
function isClosingTag(line: string, raw: string, at: number): boolean {
  const before = line.slice(0, at - 1);
  if (line[at - 1] !== "<" || line[at + raw.length] !== ">" || !/^\/[\w.:-]+$/.test(raw)) return false;
  return !/\s$/.test(before) || before.trim() === "" || before.includes(`<${raw.slice(1)}`);
}

/** The source of a redirect is no link: it keeps leading to the same place. */
function isRedirectSource(line: string, at: number): boolean {
  const before = line.slice(0, at);
  if (/["']?(?:source|from)["']?\s*[:=]\s*["']?$/i.test(before.slice(-40))) return true;
  return before.trim() === "" && /^\s*\/\S*\s+(?:\/|https?:)\S*/.test(line);
}
