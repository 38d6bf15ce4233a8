import { decodeNamedCharacterReference } from "decode-named-character-reference";
import { readAttributes } from "./read-attributes.ts";

export const headingLengthMax = 1000;

interface HeadingText {
  text: string;
  explicitId: string | null;
  /** True if the id is in a comment, which some generators treat as a mere comment. */
  isComment: boolean;
}

interface HeadingReading {
  mdx: boolean;
  /** As generators read it that take the text of all nodes: with expressions, and spaces at the ends. */
  isWhole?: boolean;
  /** Replaces typographic signs outside code as the generator does. */
  typeset?(text: string): string;
}

/**
 * Returns the text that a reader sees of one heading's Markdown, and the id written after it: `{#id}`, `{
 * id="id" }`, or in an MDX comment, with or without `#`.
 */
export function plainHeadingText(markdown: string, reading: HeadingReading): HeadingText {
  const short = markdown.slice(0, headingLengthMax).trim();
  const opening = short.endsWith("}") ? short.lastIndexOf("{") : -1;
  // MDX reads braces as code unless they are escaped, which generators read as braces.
  const isEscaped = reading.mdx && short[opening - 1] === "\\";
  const brace = isEscaped ? opening - 1 : opening;
  const inside = opening < 0 ? null : short.slice(opening + 1, isEscaped && short.endsWith("\\}") ? -2 : -1);
  const id = inside === null ? null : readId(inside);
  const isList =
    reading.isWhole !== true &&
    inside !== null &&
    /\s/.test(short[brace - 1] ?? "") &&
    readAttributes(inside.replace(/^:/, "")) !== null;
  return {
    text: stripInline(id !== null || isList ? short.slice(0, brace).trimEnd() : short, reading),
    explicitId: id?.text ?? null,
    isComment: id?.isComment ?? false,
  };
}

/**
 * Returns the text with the list of attributes behind it (`{#id .wide}`), which some generators show: any
 * list, or only one with a plain word in it.
 */
export function textWithList(text: string, source: string, shown: "any" | "words" = "any"): string {
  const whole = source.slice(0, headingLengthMax).trimEnd();
  const opening = whole.endsWith("}") ? whole.lastIndexOf("{") : -1;
  if (opening < 0 || text.endsWith(whole.slice(opening))) return text;
  const list = readAttributes(whole.slice(opening + 1, -1).replace(/^:/, ""));
  if (list === null || (shown === "words" && !list.hasWords)) return text;
  return text + whole.slice(whole.slice(0, opening).trimEnd().length);
}

function readId(inside: string): { text: string; isComment: boolean } | null {
  if (inside.startsWith("/*") && inside.endsWith("*/") && inside.length > 4) {
    const said = inside.slice(2, -2).trim();
    const text = said.replace(/^#/, "");
    return text === "" || /[\s*]/.test(text) ? null : { text, isComment: text === said };
  }
  const list = readAttributes(inside.replace(/^:/, ""));
  const [text] = list?.ids ?? [];
  return text === undefined ? null : { text, isComment: false };
}

/** Removes inline marks, but keeps those inside code, which is set aside meanwhile. */
function stripInline(
  markdown: string,
  { mdx, isWhole = false, typeset = (text) => text }: HeadingReading,
): string {
  if (!/[\\`[\]<{*_~&]/.test(markdown)) return typeset(markdown);
  const code: string[] = [];
  // A sign behind a backslash is not typeset.
  const shown = typeset(stripMarks(setCodeAside(markdown, code), mdx, isWhole))
    .replace(/\u0001(\d+);/g, (_, sign: string) => String.fromCharCode(Number(sign)))
    .replace(/\u0002(\d+);/g, (_, index: string) => code[Number(index)] ?? "");
  return isWhole ? shown : shown.trim();
}

/** Replaces code between two runs of equally many backticks by its place in `code`. */
function setCodeAside(markdown: string, code: string[]): string {
  const runs = [...markdown.matchAll(/`+/g)];
  let text = "";
  let from = 0;
  for (let at = 0; at < runs.length; at += 1) {
    const { index, 0: run } = runs[at]!;
    const closing = runs.findIndex((one, place) => place > at && one[0].length === run.length);
    if (closing < 0) continue;
    const inside = markdown.slice(index + run.length, runs[closing]!.index).replace(/^ (.*) $/, "$1");
    text += `${markdown.slice(from, index)}\u0002${code.push(inside) - 1};`;
    from = runs[closing]!.index + run.length;
    at = closing;
  }
  return text + markdown.slice(from);
}

// At most 1,000 characters; brackets and parentheses inside are one deep.
const link =
  /!?\[((?:[^[\]]|\[[^[\]]*\])*)\]\(\s*(?:(?:<[^<>]*>|(?:[^()\s]|\([^()\s]*\))+)(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s*)?\)/g;
/** An address in angle brackets, which is shown; MDX has none. */
const autolink = /<([A-Za-z][A-Za-z\d+.-]{1,31}:[^\s<>]*)>/g;
const expression = /\{[^{}]*\}/g;
/** A template's tag, or the name of a role before its text. */
const templateTag = /\{\{[^{}]*\}\}|\{%[^{}]*%\}|\{[\w:+-]+\}(?=\u0002)/g;

function stripMarks(markdown: string, mdx: boolean, isWhole: boolean): string {
  const shown = markdown
    .replace(/\\([!-/:-@[-`{-~])/g, (_, mark: string) => `\u0001${mark.charCodeAt(0)};`)
    .replace(link, "$1")
    .replace(link, "$1")
    .replace(/\[([^[\]]+)\]\[[^[\]]*\]/g, "$1")
    .replace(autolink, mdx ? "" : "$1")
    .replace(/<\/?[A-Za-z][\w.:-]*(?:[\s/](?:[^<>"']|"[^"]*"|'[^']*')*)?>|<!--[^<>]*-->/g, "")
    .replace(isWhole ? /[{}]/g : mdx ? expression : templateTag, "")
    .replace(/\*+|~~/g, (mark, offset: number, all: string) =>
      isLoose(all, offset, mark.length) ? mark : "",
    );
  return stripUnderscores(shown).replace(
    /&(?:#(\d{1,6}|[xX][\dA-Fa-f]{1,5})|([A-Za-z]\w{1,31}));/g,
    decodeSign,
  );
}

function decodeSign(whole: string, number: string | undefined, name: string | undefined): string {
  if (number !== undefined) return String.fromCodePoint(Number(number.replace(/^x/i, "0x")));
  return decodeNamedCharacterReference(name!) || whole;
}

function isLoose(all: string, offset: number, length: number): boolean {
  const before = all[offset - 1] ?? " ";
  const after = all[offset + length] ?? " ";
  return /\s/.test(before) && /\s/.test(after);
}

/** Removes underscores that open and close emphasis; others are part of a name. */
function stripUnderscores(text: string): string {
  const opened: { at: number; length: number }[] = [];
  const hidden = new Set<number>();
  for (const { index, 0: run } of text.matchAll(/(?<!_)_+/g)) {
    const before = text[index - 1] ?? " ";
    const after = text[index + run.length] ?? " ";
    const opener = opened.findLastIndex(({ length }) => length === run.length);
    if (!/\s/.test(before) && !isInWord(after) && opener >= 0) {
      for (let i = 0; i < run.length; i += 1) hidden.add(opened[opener]!.at + i).add(index + i);
      opened.length = opener;
    } else if (!/\s/.test(after) && !isInWord(before)) opened.push({ at: index, length: run.length });
  }
  return text
    .split("")
    .filter((_, at) => !hidden.has(at))
    .join("");
}

function isInWord(character: string): boolean {
  return /[\p{L}\p{N}]/u.test(character);
}
