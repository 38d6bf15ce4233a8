import { trimCharacters } from "../../text/trim-characters.ts";
import { type PlainMarkup, readPlainMarkup } from "./plain-markup.ts";
import { readStatements } from "./read-statements.ts";

const frontMatter = /^(---|\+\+\+)[ \t]*\n(?:[^\n]*\n)*?\1[ \t]*(?:\n|$)/;
/** A link's target that opens nothing. */
const target = /\]\([^\s()<>`{}"'\\]*(?:[ \t]+"[^"\n<{`\\]*")?\)/y;
/** What may stand between tags. */
const link = /\[(?:[^[\]<>{}`\\*_~|]|`[^`\n|]+`(?!`))*\]\([^\s()<>`{}"'\\|]*\)/y;
/** Marks that can only open, and only close, before the tag does. */
const emphasis =
  /(?:(?<=\s)(?=\*{1,2}[^\s*])|(?<=>)(?=\*{1,2}[\p{L}\p{N}]))(\*{1,2})[^[\]<>{}`\\*_~|\n]+(?:(?<=[\p{L}\p{N}])\1(?!\*)|(?<=\S)\1(?=[\s<.,]))/uy;
const linePrefix = /^[ \t]*(?:(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]+)|>[ \t]*)*(?:(?:[-*+]|\d{1,9}[.)])$)?/;
const tableRule = /^[ \t>]*[-:|][-:| \t]*$/m;
const definition = /^[ \t]*(?:(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)|>[ \t]*)*\[/m;
const statement = /^(?:import|export)(?!\w)/;

interface OpenTag {
  name: string;
  /** Columns. */
  indent: number;
  isInList: boolean;
}

interface Page {
  text: string;
  /** Tags that lines of their own have opened. */
  open: OpenTag[];
  imported: string[];
  /** Where the paragraphs end that are being read. */
  end: number;
  hasMarkup: boolean;
  isTable: boolean;
  /** Whether a paragraph may be open. */
  followsText: boolean;
  /** Whether what comes next may belong to an item of a list. */
  isInList: boolean;
}

/**
 * Whether an MDX text is certainly valid: what its tags and expressions consist of is plain, and each tag is
 * closed in its line, or in a line of its own that cannot belong to another block. Takes linear time and no
 * parser of MDX; false says nothing.
 */
export function isPlainMdx(original: string): boolean {
  const text = original.replaceAll("\r\n", "\n");
  const head = /^(?:---|\+\+\+)/.test(text) ? frontMatter.exec(text)?.[0] : "";
  if (head === undefined || /^\uFEFF|[\r\u2028\u2029]/.test(text)) return false;
  const state = { hasMarkup: false, isTable: false, followsText: false, isInList: false };
  const page: Page = { text, open: [], imported: [], end: 0, ...state };
  for (let at: number | null = head.length; at < text.length; ) {
    const line = lineAt(text, at);
    if (/^[ \t]*$/.test(line)) at += line.length + 1;
    else at = at < page.end ? readLine(page, at, line) : readParagraphs(page, at, line);
    if (at === null) return false;
  }
  return page.open.length === 0;
}

/** Reads what begins after a blank line or code; returns where the next line begins, or null in doubt. */
function readParagraphs(page: Page, at: number, line: string): number | null {
  const { text, open, imported } = page;
  const blank = /\n(?=[ \t]*(?:\n|$))/g;
  blank.lastIndex = at;
  page.end = blank.exec(text)?.index ?? text.length;
  const paragraphs = text.slice(at, page.end);
  page.hasMarkup = /[<{]/.test(paragraphs);
  page.isTable = tableRule.test(paragraphs);
  page.followsText = false;
  if (/^[^-*+\d[ \t]/.test(line)) page.isInList = false;
  // What brackets mean depends on definitions.
  if (page.hasMarkup && paragraphs.includes("]:") && definition.test(paragraphs)) return null;
  if (!statement.test(line)) return readLine(page, at, line);
  if (open.at(-1)?.isInList) return null;
  const names = readStatements(paragraphs, imported);
  if (names === null) return null;
  imported.push(...names);
  return page.end + 1;
}

function readLine(page: Page, at: number, line: string): number | null {
  const prefix = linePrefix.exec(line)![0];
  const indent = columnsOf(line);
  const isMarked = trimCharacters(prefix, " \t") !== "";
  const tag = page.open.at(-1);
  // A line further to the left ends the list item that the tag is in, and a list there may take in its end.
  const isLeft = tag !== undefined && indent < tag.indent && (tag.isInList || isMarked);
  const content = line.slice(prefix.length);
  // A footnote takes in what is indented after it.
  if (isLeft || statement.test(line) || /^\[\^.*\]:/.test(content)) return null;
  if (isMarked) page.isInList = true;
  const [start, end] = [at + prefix.length, at + line.length];
  if (/^(?:```|~~~)/.test(content)) {
    page.end = 0;
    if (isMarked && /[>#\t]/.test(prefix)) return null;
    const inside = isMarked ? " ".repeat(prefix.length) : prefix;
    return passCodeBlock(page.text, { start, end }, page.isInList ? inside : "");
  }
  if (page.hasMarkup) return readMarkup(page, { start, end, indent, isMarked });
  page.followsText = true;
  return end + 1;
}

/** Returns where the line after the code begins. */
function passCodeBlock(text: string, { start, end }: { start: number; end: number }, indent: string) {
  const opening = text.slice(start, end);
  const marks = /^(?:`+|~+)/.exec(opening)![0];
  if (marks[0] === "`" && opening.includes("`", marks.length)) return null;
  for (let next = end + 1; next < text.length; ) {
    const line = lineAt(text, next);
    const found = trimCharacters(line, " \t");
    // A line further to the left ends the list item that the code is in, and the code with it.
    if (found !== "" && !line.startsWith(indent)) return null;
    next += line.length + 1;
    if (found.length >= marks.length && found === marks[0]!.repeat(found.length)) return next;
  }
  return null;
}

interface Line {
  /** Of what follows marks of lists, quotes and headings. */
  start: number;
  end: number;
  /** Columns. */
  indent: number;
  isMarked: boolean;
}

/** Reads a line and those that its tags reach into. */
function readMarkup(page: Page, { start, end, indent, isMarked }: Line): number | null {
  const { text, open, isTable } = page;
  const marks = /[\\`<{[\]*_~|\n]|$/g;
  let [at, certain, last, outer] = [start, start, end, open.length];
  let [hasText, hasExpression, isFlow] = [false, false, false];
  for (;;) {
    marks.lastIndex = at;
    const next = Math.min(marks.exec(text)!.index, last);
    hasText ||= /[^ \t]/.test(text.slice(at, next));
    if (next === last) break;
    const isMarkup = text[next] === "<" || text[next] === "{";
    const found = isMarkup ? readPlainMarkup(text, next) : readText(page, next, open.length > outer);
    // What spans lines is not certain to be a block if an expression follows it.
    if (found === null || (last > end && text[next] === "{")) return null;
    at = next + found.length;
    hasText ||= !isMarkup;
    if (at > next + 1) {
      // An address takes in what is written next to it, but no tag; a bar ends the cell of a table.
      if (text[next] !== "<" && followsAddress(text, certain, next)) return null;
      if (isTable && /(?<!\\)(?:\\\\)*\|/.test(text.slice(next, at))) return null;
      certain = at;
    }
    if (at > last) {
      if (next > start || page.followsText || isMarked) return null;
      if (page.isInList && !isIndented(text.slice(next, at), indent)) return null;
      last = at + lineAt(text, at).length;
    }
    hasExpression ||= text[next] === "{";
    if (found.opened !== undefined) open.push({ name: found.opened, indent, isInList: page.isInList });
    if (found.closed === undefined) continue;
    const tag = open.pop();
    if (tag?.name !== found.closed) return null;
    if (open.length >= outer) continue;
    if (tag.indent !== indent && (tag.isInList || page.isInList)) return null;
    outer = open.length;
    isFlow = true;
  }
  isFlow ||= open.length > outer;
  if ((isFlow && (hasText || hasExpression || isMarked)) || (last > end && hasText)) return null;
  page.followsText = hasText || hasExpression || isMarked;
  return last + 1;
}

/** Passes a mark of Markdown. Within a tag's line nothing may begin that could end behind the tag. */
function readText(page: Page, at: number, isInTag: boolean): PlainMarkup | null {
  const { text } = page;
  const mark = text[at]!;
  if (mark === "\\") return { length: /[^\n]/.test(text[at + 1] ?? "") ? 2 : 1 };
  if (mark === "`") return readCode(page, at);
  if (mark === "]" && text[at + 1] === "(" && lengthOf(target, text, at) === null) return null;
  if (!isInTag || (mark === "|" && !page.isTable)) return { length: 1 };
  const length = lengthOf(mark === "[" ? link : emphasis, text, at);
  return length === null ? null : { length };
}

function lengthOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex - at : null;
}

/** Passes code that ends in its line, or marks that nothing closes. */
function readCode({ text, end }: Page, at: number): PlainMarkup | null {
  const marks = /`+|\n/g;
  marks.lastIndex = at;
  const [open] = marks.exec(text)!;
  let isInLine = true;
  for (let next = marks.exec(text); next !== null && next.index < end; next = marks.exec(text)) {
    if (next[0] === open) return isInLine ? { length: marks.lastIndex - at } : null;
    isInLine &&= next[0] !== "\n";
  }
  return { length: open.length };
}

function followsAddress(text: string, certain: number, at: number): boolean {
  let wordStart = at;
  while (wordStart > certain && /[^ \t]/.test(text[wordStart - 1]!)) wordStart -= 1;
  return /www\.|:\/\/|@/i.test(text.slice(wordStart, at));
}

/** Whether all lines but the first begin at a column or behind it. */
function isIndented(text: string, indent: number): boolean {
  const [, ...further] = text.split("\n");
  return further.every((line) => columnsOf(line) >= indent || trimCharacters(line, " \t") === "");
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf("\n", at);
  return text.slice(at, end === -1 ? text.length : end);
}

function columnsOf(line: string): number {
  let columns = 0;
  for (const one of line) {
    if (one !== " " && one !== "\t") break;
    columns += one === "\t" ? 4 - (columns % 4) : 1;
  }
  return columns;
}
