import { trimCharacters } from "../../text/trim-characters.ts";

const frontMatter = /^(---|\+\+\+)[ \t]*\n(?:[^\n]*\n)*?\1[ \t]*(?:\n|$)/;
const fence = /^([ \t]*)(```|~~~)([^\n]*)$/;
const importLine = /^import [\w$*{}, ]+ from (?:"[^"\\]*"|'[^'\\]*');?[ \t]*$/;
const statement = /^(?:import|export)(?!\w)/;
const text = String.raw`"[^"\n<{\`\\]*"|'[^'\n<{\`\\]*'`;
const script = String.raw`[^"'\`{}<\\/~]|"[^"\n<{}\`\\]*"|'[^'\n<{}\`\\]*'`;
const object = String.raw`\{(?:${script})*\}`;
/** JavaScript without comments, templates and regular expressions, two levels deep at most. */
const braces = String.raw`\{(?:${script}|\{(?:${script}|${object})*\})*\}`;
const attribute = String.raw`\s+[A-Za-z_][\w:-]*(?:=(?:${text}|${braces}))?`;
/** A tag that ends there for every reader: nothing in it opens anything else. */
const tag = new RegExp(String.raw`<\/?(?:[A-Za-z][\w.:-]*)?(?:${attribute})*\s*\/?>`, "y");
const expression = new RegExp(String.raw`\{\/\*(?:[^*{}\`~]|\*(?!\/))*\*\/\}|${braces}`, "y");
const link = /\]\([^\s()<>`{}"'\\]*(?:[ \t]+"[^"\n<{`\\]*")?\)/y;
const tableRule = /^[ \t>]*[-:|][-:| \t]*$/m;
const definition = /^[ \t]*(?:(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)|>[ \t]*)*\[/m;
const value = /=(?:"[^"]*"|'[^']*')/g;
const linePrefix = /^[ \t]*(?:(?:(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]+)|>[ \t]*)*/;
/** What follows the prefix of a line without opening a block. */
const inText = /^(?:\p{L}|\*{1,2}[\p{L}`[(]|_{1,2}[\p{L}`]|`{1,2}[^`]|[[!("'\\&|]|\d+(?![\d.)]))/u;
const inlineMark = /[*_[\]~|`<>{}\\]/;
const foldable = /^(?:(?:#{1,6} )?x\n)+$/;

/** A part of the text that ends at `end`, and what stands for it; null if it cannot be known for certain. */
type Part = { end: number; short: string } | null;

/**
 * Shortens an MDX text to what may make it invalid: if the result can be parsed, so can the text; if not,
 * the text has to be parsed to know. Blocks without tags and expressions lose their words, code blocks their
 * lines and tags their values. From the first doubt on, everything is left as it is.
 */
export function shortenMdx(original: string): string {
  const text = original.replaceAll("\r\n", "\n");
  const head = /^(?:---|\+\+\+)/.test(text) ? frontMatter.exec(text)?.[0] : "";
  if (head === undefined || /^\uFEFF|\r/.test(text)) return original;
  let result = head === "" ? "" : "---\n---\n";
  let isFolded = false;
  for (let at = head.length; at < text.length; ) {
    const line = lineAt(text, at);
    if (isBlank(line)) {
      if (!result.endsWith("\n\n")) result += "\n";
      at += line.length + 1;
      continue;
    }
    const part = shortenPart(text, at, line);
    const rest = text.slice(at, part?.end);
    // What brackets mean depends on definitions, wherever they are.
    if (rest.includes("]:") && definition.test(rest) && openingFence(line) === null) return original;
    if (part === null) return result + rest;
    const wasFolded = isFolded;
    isFolded = foldable.test(part.short);
    if (!isFolded) result += part.short;
    else if (!wasFolded) result += "x\n";
    at = part.end;
  }
  return result;
}

function shortenPart(text: string, at: number, line: string): Part {
  const opening = openingFence(line);
  if (opening !== null) return shortenFence(text, at + line.length + 1, opening);
  const lines = text.slice(at, paragraphsEnd(text, at)).split("\n");
  if (lines.every((one) => importLine.test(one))) {
    const short = `${lines.join("\n")}\n`;
    return { end: at + short.length, short };
  }
  return isOdd(line) ? null : shortenParagraphs(text, at);
}

function lineAt(text: string, at: number): string {
  const end = text.indexOf("\n", at);
  return text.slice(at, end === -1 ? text.length : end);
}

function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line);
}

/** Whether a line may begin code in a container, or a statement. */
function isOdd(line: string): boolean {
  const content = line.slice(linePrefix.exec(line)![0].length);
  return /^(?:```|~~~)/.test(content) || statement.test(line);
}

interface Fence {
  indent: string;
  marks: string;
}

/** Returns the fence that a line opens; null if it opens none. */
function openingFence(line: string): Fence | null {
  const [, indent, start, rest] = fence.exec(line) ?? [];
  if (indent === undefined || start === undefined || rest === undefined) return null;
  let length = 0;
  while (rest[length] === start[0]) length += 1;
  return rest.includes("`", start[0] === "`" ? length : 0)
    ? null
    : { indent, marks: start + rest.slice(0, length) };
}

function shortenFence(text: string, start: number, { indent, marks }: Fence): Part {
  for (let next = start; next < text.length; ) {
    const one = lineAt(text, next);
    // A line further to the left may end the list item that the code is in, and the code with it.
    if (!isBlank(one) && !one.startsWith(indent)) return null;
    next += one.length + 1;
    if (closes(one, marks)) return { end: next, short: `${indent}${marks}\n${indent}${marks}\n` };
  }
  return null;
}

function closes(line: string, marks: string): boolean {
  const found = trimCharacters(line, " \t");
  return found.length >= marks.length && found === marks[0]!.repeat(found.length);
}

/** Returns where the next blank line begins, or the text ends. */
function paragraphsEnd(text: string, at: number): number {
  const blank = /\n(?=[ \t]*(?:\n|$))/g;
  blank.lastIndex = at;
  return blank.exec(text)?.index ?? text.length;
}

interface Range {
  start: number;
  end: number;
}

/** Shortens the lines up to the next blank one or code block. */
function shortenParagraphs(text: string, at: number): Part {
  const limit = paragraphsEnd(text, at);
  const found = findMarkup(text, at, limit);
  if (found === null) return null;
  const { end, markup } = found;
  let short = "";
  let first = 0;
  for (let next = at; next < end; ) {
    const line = { start: next, end: next + lineAt(text, next).length };
    while (first < markup.length && markup[first]!.end <= next) first += 1;
    if (first < markup.length && markup[first]!.start < line.end)
      short += withoutValues(text, line, markup, first);
    else short += cutLine(text.slice(next, line.end), markup.length === 0);
    short += "\n";
    next = line.end + 1;
  }
  return { end: Math.min(end + 1, text.length), short };
}

function withoutValues(text: string, line: Range, markup: readonly Range[], first: number): string {
  let short = "";
  let at = line.start;
  for (let next = first; next < markup.length && markup[next]!.start < line.end; next += 1) {
    const { start, end } = markup[next]!;
    const from = Math.max(start, line.start);
    const to = Math.min(end, line.end);
    const part = text.slice(from, to);
    // In braces `=` is JavaScript.
    const hasBraces = text.slice(start, end).includes("{");
    short += text.slice(at, from) + (hasBraces ? part : part.replace(value, ""));
    at = to;
  }
  return short + text.slice(at, line.end);
}

function cutLine(line: string, isAlone: boolean): string {
  const prefix = linePrefix.exec(line)![0];
  const content = line.slice(prefix.length);
  const isPlain = isAlone ? inText.test(content) : /^\p{L}/u.test(content) && !inlineMark.test(content);
  return isPlain ? `${prefix}x` : line;
}

interface Scan {
  text: string;
  /** End of what was certain, or the start of the line. */
  certain: number;
  /** Whether a bracket is open in the line that nothing has closed. */
  isOpen: boolean;
  isTable: boolean;
  isOddLink: boolean;
  markup: Range[];
}

/** Finds tags and expressions; null if something else could be one, or could swallow one. */
function findMarkup(text: string, at: number, limit: number): { end: number; markup: Range[] } | null {
  const special = /[\\`<{\n[\]]/g;
  const isTable = tableRule.test(text.slice(at, limit));
  const scan: Scan = { text, certain: at, isOpen: false, isTable, isOddLink: false, markup: [] };
  special.lastIndex = at;
  for (let match = special.exec(text); match !== null && match.index < limit; match = special.exec(text)) {
    const start = match.index;
    if (match[0] === "\n") {
      const line = lineAt(text, start + 1);
      if (openingFence(line) !== null) return { end: start, markup: scan.markup };
      if (isOdd(line)) return null;
    }
    const end = passMark(scan, start);
    if (end === null || end > limit) return null;
    special.lastIndex = end;
  }
  return { end: limit, markup: scan.markup };
}

/** Returns where what begins at a mark ends; null if that is not certain. */
function passMark(scan: Scan, at: number): number | null {
  const { text } = scan;
  const mark = text[at]!;
  if (mark === "[" || mark === "]" || mark === "\n") return passBracket(scan, at, mark);
  const isText = mark === "\\" || mark === "`";
  // An address takes in what is written next to it.
  if (isText && followsAddress(scan, at)) return null;
  if (mark === "\\") {
    scan.certain = at + 2;
    return at + 2;
  }
  const end = mark === "`" ? endOfCode(text, at) : endOf(mark === "<" ? tag : expression, text, at);
  // A table's cells end at each bar, and a link that is none here may be one elsewhere.
  if (end === null || scan.isOddLink || (scan.isTable && text.slice(at, end).includes("|"))) return null;
  if (mark !== "`") scan.markup.push({ start: at, end });
  scan.certain = end;
  return end;
}

function passBracket(scan: Scan, at: number, mark: string): number {
  const { isOpen, text } = scan;
  scan.isOpen = mark === "[";
  if (mark === "\n") scan.certain = at + 1;
  if (mark !== "]" || text[at + 1] !== "(") return at + 1;
  const end = endOf(link, text, at);
  if (end === null) scan.isOddLink = true;
  else if (isOpen) scan.certain = end;
  return end ?? at + 1;
}

function endOf(pattern: RegExp, text: string, at: number): number | null {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : null;
}

function followsAddress({ text, certain }: Scan, at: number): boolean {
  let wordStart = at;
  while (wordStart > certain && /\S/.test(text[wordStart - 1]!)) wordStart -= 1;
  return /www\.|:\/\/|@/i.test(text.slice(wordStart, at));
}

/** Returns the end of code within its line. */
function endOfCode(text: string, at: number): number | null {
  const marks = /`+|\n/g;
  marks.lastIndex = at;
  const [open] = marks.exec(text)!;
  for (let next = marks.exec(text); next !== null && next[0] !== "\n"; next = marks.exec(text)) {
    if (next[0] === open) return marks.lastIndex;
  }
  return null;
}
