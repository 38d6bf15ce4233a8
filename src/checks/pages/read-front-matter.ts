import { isMap, parseDocument } from "yaml";
import type { PageScan } from "../../markdown/page-scan.ts";
import { createPlacer } from "./place-at.ts";

export interface FrontMatterProblem {
  line: number;
  column: number;
  message: string;
  /** Set if some programs accept it: marks of a template, or a value that begins with `@`. */
  isTolerated?: true;
}

const templateMark = /\{\{|\{%|<%/;

/** Limit for anything but plain lines: the YAML parser takes up to 8 µs per character. */
const lengthMax = 50_000;
const keyLine = /^([A-Za-z_][\w-]*):(.*)$/s;
const plainItem = /^(?:"(?:[^"\\]|\\["\\/nt])*"|'[^']*'|[A-Za-z0-9][\w ./-]*)$/;
const plainStart = /^[A-Za-z0-9/\u00c0-\uffff]/;
const notPlain = /:(?:\s|$)|\s#|\r/;

/**
 * Finds what is wrong with a page's front matter. Only YAML is read, aliases are never expanded and nothing
 * is executed.
 */
export function findFrontMatterProblems(
  text: string,
  frontMatter: NonNullable<PageScan["frontMatter"]>,
): FrontMatterProblem[] {
  const { language, contentStart, contentEnd } = frontMatter;
  if (language === "toml" || language === "json") return [];
  if (language !== "yaml" && language !== "yml") {
    const message = `front_matter_language: front matter in "${language}" is refused; write YAML between two lines of ---`;
    return [{ line: 1, column: 1, message }];
  }
  const content = text.slice(contentStart, contentEnd);
  if (isSimple(content)) return [];
  if (content.length > lengthMax)
    return [{ line: 1, column: 1, message: "front matter is larger than 50,000 characters" }];
  const problems = parseProblems(text, content, contentStart);
  return templateMark.test(content) ? problems.map((one) => ({ ...one, isTolerated: true })) : problems;
}

/** True for one-line scalars with distinct keys, which need no YAML parser. */
function isSimple(content: string): boolean {
  const keys = new Set<string>();
  for (const line of content.split("\n")) {
    const text = line.trim();
    if (line.startsWith("#") || text === "") continue;
    const [, key, value] = keyLine.exec(line) ?? [];
    if (key === undefined || value === undefined || !isSimpleValue(value)) return false;
    if (keys.has(key)) return false;
    keys.add(key);
  }
  return keys.size > 0 || content.trim() === "";
}

/** Examines each part once: no expression here covers what another one has matched. */
function isSimpleValue(text: string): boolean {
  const value = text.trim();
  if (value === "") return true;
  if (!/^[ \t]/.test(text)) return false;
  if (value.startsWith("[") && value.endsWith("]")) {
    const inner = value.slice(1, -1);
    return inner.trim() === "" || inner.split(",").every((item) => plainItem.test(item.trim()));
  }
  if (/^["']/.test(value)) return plainItem.test(value);
  return plainStart.test(value) && !notPlain.test(value);
}

const parse = (content: string) =>
  parseDocument(content, { logLevel: "silent", prettyErrors: false, uniqueKeys: true });

function parseProblems(text: string, content: string, contentStart: number): FrontMatterProblem[] {
  let place = createPlacer("", text);
  let document = parse(content);
  const indented = document.errors.length === 0 ? content : indentValues(content);
  if (indented !== content) {
    place = createPlacer("", text.slice(0, contentStart) + indented);
    document = parse(indented);
  }
  const problems: FrontMatterProblem[] = document.errors.slice(0, 5).map((error) => {
    const { line, column } = place(contentStart + error.pos[0], contentStart + error.pos[1]);
    const isTolerated = error.code === "BAD_SCALAR_START" && { isTolerated: true as const };
    return { line, column, message: `not valid YAML: ${error.message.split("\n")[0]}`, ...isTolerated };
  });
  if (problems.length === 0 && document.contents !== null && !isMap(document.contents)) {
    problems.push({ line: 2, column: 1, message: "front matter is not a list of keys and values" });
  }
  return problems;
}

/** What stands before a text in quotes, a list or a map: signs of list items, and a key. */
const valueStart = /^(\s*)(?:-[ \t]+)*(?:[A-Za-z_][\w .-]{0,99}:[ \t]+)?(["'[{])/;

/**
 * Indents the lines of quoted texts, and of lists and maps in brackets. The standard requires that, but the
 * parsers that generators use do not: PyYAML, libyaml, js-yaml before 5 and those of Go read such values
 * also where they continue at the left margin.
 */
function indentValues(content: string): string {
  let open: OpenValue | null = null;
  const lines = content.split("\n").map((line) => {
    const before: OpenValue | null = open;
    if (before === null) open = openValue(line);
    else if (closesValue(before, line)) open = null;
    return before === null || line.trim() === "" ? line : `${before.indent} ${line}`;
  });
  return lines.join("\n");
}

/** A value that goes on in the next line. */
interface OpenValue {
  mark: string;
  indent: string;
  /** Number of its brackets that are not closed yet. */
  depth: number;
}

function openValue(line: string): OpenValue | null {
  const [start, indent, mark] = valueStart.exec(line) ?? [];
  if (start === undefined) return null;
  const value = { mark: mark!, indent: indent!, depth: 0 };
  const isQuoted = mark === '"' || mark === "'";
  return closesValue(value, line.slice(isQuoted ? start.length : start.length - 1)) ? null : value;
}

function closesValue(value: OpenValue, text: string): boolean {
  if (value.mark === '"' || value.mark === "'") return closesQuote(text, value.mark);
  value.depth += bracketsLeft(text);
  return value.depth <= 0;
}

/** Returns how many more brackets a line opens than it closes; those in quotes and comments do not count. */
function bracketsLeft(line: string): number {
  let left = 0;
  let quote: string | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at]!;
    if (quote !== null) {
      if (sign === "\\" && quote === '"') at += 1;
      else if (sign === quote) quote = null;
    } else if (/["']/.test(sign) && !/\w/.test(line[at - 1] ?? "")) quote = sign;
    else if (sign === "#" && /\s/.test(line[at - 1] ?? "")) break;
    else if ("[{".includes(sign)) left += 1;
    else if ("]}".includes(sign)) left -= 1;
  }
  return left;
}

function closesQuote(line: string, mark: string): boolean {
  for (let at = 0; at < line.length; at += 1) {
    if (mark === '"' && line[at] === "\\") at += 1;
    else if (line[at] === mark && mark === "'" && line[at + 1] === "'") at += 1;
    else if (line[at] === mark) return true;
  }
  return false;
}
