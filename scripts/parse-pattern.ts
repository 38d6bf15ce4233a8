/** A regular expression as a tree. A class is kept as text: the engine itself tells what it accepts. */
export type PatternTree =
  | { kind: "class"; text: string }
  | { kind: "sequence"; parts: PatternTree[] }
  | { kind: "choice"; options: PatternTree[] }
  | { kind: "repeat"; min: number; max: number; body: PatternTree }
  | { kind: "group"; name: string; body: PatternTree }
  | { kind: "reference"; name: string }
  | { kind: "assertion"; sort: "^" | "$" | "b" | "B" }
  | { kind: "look"; isBehind: boolean; isNegative: boolean; body: PatternTree };

const escapes =
  /\\(?:[pP]\{[^}]*\}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[A-Za-z]|k<[^>]*>|[1-9][0-9]*|[\s\S])/uy;
const groupBegin = /\((?:\?(?:(<?[=!])|<([^>]*)>|(:)))?/y;
const quantifier = /(?:([*+?])|\{([0-9]+)(,?)([0-9]*)\})\??/y;

interface Reader {
  source: string;
  flags: string;
  at: number;
  groups: number;
  isKnown: boolean;
}

/** Returns the tree of a valid expression; null for unsupported syntax. */
export function parsePattern(source: string, flags: string): PatternTree | null {
  const reader: Reader = { source, flags, at: 0, groups: 0, isKnown: true };
  const tree = readChoice(reader);
  return reader.isKnown && reader.at === source.length ? tree : null;
}

function take(reader: Reader, pattern: RegExp): RegExpExecArray | null {
  pattern.lastIndex = reader.at;
  const match = pattern.exec(reader.source);
  if (match !== null) reader.at = pattern.lastIndex;
  return match;
}

function readChoice(reader: Reader): PatternTree {
  const options = [readSequence(reader)];
  while (reader.source[reader.at] === "|") {
    reader.at += 1;
    options.push(readSequence(reader));
  }
  return options.length === 1 ? options[0]! : { kind: "choice", options };
}

function readSequence(reader: Reader): PatternTree {
  const parts: PatternTree[] = [];
  while (
    reader.at < reader.source.length &&
    reader.source[reader.at] !== "|" &&
    reader.source[reader.at] !== ")"
  )
    parts.push(readRepeat(reader));
  return { kind: "sequence", parts };
}

function readRepeat(reader: Reader): PatternTree {
  const body = readAtom(reader);
  const [whole, sign, low, comma, high] = take(reader, quantifier) ?? [];
  if (whole === undefined) return body;
  if (sign !== undefined)
    return { kind: "repeat", min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : Infinity, body };
  const min = Number(low);
  const open = comma === "" ? min : Infinity;
  return { kind: "repeat", min, max: high === "" ? open : Number(high), body };
}

function readAtom(reader: Reader): PatternTree {
  const mark = reader.source[reader.at]!;
  if (mark === "(") return readGroup(reader);
  if (mark === "[") return { kind: "class", text: readClass(reader) };
  if (mark === "\\") return readEscape(reader);
  const text = /[uv]/.test(reader.flags) ? String.fromCodePoint(reader.source.codePointAt(reader.at)!) : mark;
  reader.at += text.length;
  if (mark === "^" || mark === "$") return { kind: "assertion", sort: mark };
  return { kind: "class", text: /[{}\]/]/.test(mark) ? `\\${mark}` : text };
}

function readGroup(reader: Reader): PatternTree {
  const [, look, name, plain] = take(reader, groupBegin)!;
  if (reader.source[reader.at] === "?") reader.isKnown = false;
  const isCapturing = look === undefined && plain === undefined;
  const number = isCapturing ? String(++reader.groups) : "";
  const body = readChoice(reader);
  reader.at += 1;
  if (look !== undefined)
    return { kind: "look", isBehind: look.startsWith("<"), isNegative: look.endsWith("!"), body };
  return isCapturing ? { kind: "group", name: name ?? number, body } : body;
}

function readClass(reader: Reader): string {
  const start = reader.at;
  let depth = 0;
  do {
    if (reader.source[reader.at] === "\\") reader.at += 1;
    else if (reader.source[reader.at] === "[" && (depth === 0 || reader.flags.includes("v"))) depth += 1;
    else if (reader.source[reader.at] === "]") depth -= 1;
    reader.at += 1;
  } while (depth > 0 && reader.at < reader.source.length);
  return reader.source.slice(start, reader.at);
}

function readEscape(reader: Reader): PatternTree {
  const [text] = take(reader, escapes)!;
  if (text === "\\b" || text === "\\B") return { kind: "assertion", sort: text[1] as "b" | "B" };
  if (/^\\k</.test(text)) return { kind: "reference", name: text.slice(3, -1) };
  if (/^\\[1-9]/.test(text)) return { kind: "reference", name: text.slice(1) };
  return { kind: "class", text };
}
