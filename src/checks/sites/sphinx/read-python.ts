/** A value in a Python file; undefined if the text alone does not show it. */
export type PythonValue = string | number | boolean | null | PythonValue[] | Map<string, PythonValue>;

const charactersMax = 200_000;
const depthMax = 20;

/**
 * Returns what a file assigns to this name at its top level, at last and as a literal. Null if nothing;
 * undefined if it is computed, changed later, or set under a condition. Nothing is run.
 */
export function readPythonName(text: string, name: string): PythonValue | null | undefined {
  const source = text.slice(0, charactersMax);
  const all = findAssignments(source, name);
  if (all.length === 0) return null;
  if (all.some(({ isInside, mark }) => isInside || mark !== "=")) return undefined;
  const reader = { text: source, at: all.at(-1)!.behind, depth: 0 };
  const value = readValue(reader);
  skip(reader, false);
  const isWhole = reader.at >= source.length || source[reader.at] === "\n";
  return isWhole ? value : undefined;
}

interface Assignment {
  /** Under a condition or in a function. */
  isInside: boolean;
  /** Text after the name: `=` sets it, anything else changes a part of it. */
  mark: string;
  behind: number;
}

function findAssignments(text: string, name: string): Assignment[] {
  const found: Assignment[] = [];
  for (let at = 0; at < text.length; at = text.indexOf("\n", at) + 1 || text.length) {
    let start = at;
    while (text[start] === " " || text[start] === "\t") start += 1;
    if (!text.startsWith(name, start)) continue;
    let end = start + name.length;
    while (text[end] === " ") end += 1;
    const mark = text[end] ?? "";
    if (end === start + name.length && /\w/.test(mark)) continue;
    if ("=+.[:".includes(mark)) found.push({ isInside: start > at, mark, behind: end + 1 });
  }
  return found;
}

interface Reader {
  text: string;
  at: number;
  depth: number;
}

/** Skips spaces and comments; line ends only within brackets. */
function skip(reader: Reader, overLines: boolean): void {
  const { text } = reader;
  for (;;) {
    const code = text[reader.at];
    if (code === " " || code === "\t" || code === "\r" || (code === "\n" && overLines)) reader.at += 1;
    else if (code === "#") {
      const end = text.indexOf("\n", reader.at);
      reader.at = end < 0 ? text.length : end;
    } else return;
  }
}

function readValue(reader: Reader): PythonValue | undefined {
  skip(reader, reader.depth > 0);
  const { text } = reader;
  const mark = text[reader.at] ?? "";
  if (reader.depth > depthMax) return undefined;
  if (mark === '"' || mark === "'") return readTexts(reader);
  if (mark === "[" || mark === "(") return readList(reader, mark === "[" ? "]" : ")");
  if (mark === "{") return readMap(reader);
  const [word] = /^[\w.-]{0,100}/.exec(text.slice(reader.at, reader.at + 100))!;
  reader.at += word.length;
  if (word === "True" || word === "False") return word === "True";
  if (word === "None") return null;
  return /^-?\d+(?:\.\d+)?$/.test(word) ? Number(word) : undefined;
}

/** Joins adjacent strings. */
function readTexts(reader: Reader): string | undefined {
  let whole = "";
  for (;;) {
    const { text, at } = reader;
    const mark = text[at];
    if (mark !== '"' && mark !== "'") return whole;
    const quote = text.startsWith(mark.repeat(3), at) ? mark.repeat(3) : mark;
    const end = text.indexOf(quote, at + quote.length);
    const inside = end < 0 ? "\\" : text.slice(at + quote.length, end);
    if (inside.includes("\\") || (quote.length === 1 && inside.includes("\n"))) return undefined;
    whole += inside;
    reader.at = end + quote.length;
    if (reader.depth > 0) skip(reader, true);
    else return whole;
  }
}

function readList(reader: Reader, close: string): PythonValue[] | undefined {
  const items: PythonValue[] = [];
  const inner = enter(reader);
  for (;;) {
    skip(inner, true);
    if (inner.text[inner.at] === close) return leave(reader, inner, items);
    const value = readValue(inner);
    if (value === undefined) return undefined;
    items.push(value);
    if (!readComma(inner, close)) return undefined;
  }
}

function readMap(reader: Reader): Map<string, PythonValue> | undefined {
  const members = new Map<string, PythonValue>();
  const inner = enter(reader);
  for (;;) {
    skip(inner, true);
    if (inner.text[inner.at] === "}") return leave(reader, inner, members);
    const key = readValue(inner);
    skip(inner, true);
    if (typeof key !== "string" || inner.text[inner.at] !== ":") return undefined;
    inner.at += 1;
    const value = readValue(inner);
    if (value === undefined) return undefined;
    members.set(key, value);
    if (!readComma(inner, "}")) return undefined;
  }
}

function enter({ text, at, depth }: Reader): Reader {
  return { text, at: at + 1, depth: depth + 1 };
}

function leave<Value>(reader: Reader, inner: Reader, value: Value): Value {
  reader.at = inner.at + 1;
  return value;
}

function readComma(reader: Reader, close: string): boolean {
  skip(reader, true);
  if (reader.text[reader.at] === close) return true;
  if (reader.text[reader.at] !== ",") return false;
  reader.at += 1;
  return true;
}

/** Returns the texts of a list; none if it is no list. */
export function textsOf(value: PythonValue | null | undefined): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}
