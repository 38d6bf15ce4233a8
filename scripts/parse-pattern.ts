/** A regular expression as a tree. A class is kept as its text: the engine itself says what it accepts. */
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

/** The tree of a valid expression; null for syntax that is not read here. */
export function parsePattern(source: string, flags: string): PatternTree | null {
  const isUnicode = /[uv]/.test(flags);
  let at = 0;
  let groups = 0;
  let isKnown = true;

  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };

  const readChoice = (): PatternTree => {
    const options = [readSequence()];
    while (source[at] === "|") {
      at += 1;
      options.push(readSequence());
    }
    return options.length === 1 ? options[0]! : { kind: "choice", options };
  };

  const readSequence = (): PatternTree => {
    const parts: PatternTree[] = [];
    while (at < source.length && source[at] !== "|" && source[at] !== ")") parts.push(readRepeat());
    return { kind: "sequence", parts };
  };

  const readRepeat = (): PatternTree => {
    const body = readAtom();
    const [whole, sign, low, comma, high] = take(quantifier) ?? [];
    if (whole === undefined) return body;
    if (sign !== undefined)
      return { kind: "repeat", min: sign === "+" ? 1 : 0, max: sign === "?" ? 1 : Infinity, body };
    const min = Number(low);
    const open = comma === "" ? min : Infinity;
    return { kind: "repeat", min, max: high === "" ? open : Number(high), body };
  };

  const readAtom = (): PatternTree => {
    const mark = source[at]!;
    if (mark === "(") return readGroup();
    if (mark === "[") return { kind: "class", text: readClass() };
    if (mark === "\\") return readEscape();
    const text = isUnicode ? String.fromCodePoint(source.codePointAt(at)!) : mark;
    at += text.length;
    if (mark === "^" || mark === "$") return { kind: "assertion", sort: mark };
    return { kind: "class", text: /[{}\]/]/.test(mark) ? `\\${mark}` : text };
  };

  const readGroup = (): PatternTree => {
    const [, look, name, plain] = take(groupBegin)!;
    if (source[at] === "?") isKnown = false;
    const isCapturing = look === undefined && plain === undefined;
    const number = isCapturing ? String(++groups) : "";
    const body = readChoice();
    at += 1;
    if (look !== undefined)
      return { kind: "look", isBehind: look.startsWith("<"), isNegative: look.endsWith("!"), body };
    return isCapturing ? { kind: "group", name: name ?? number, body } : body;
  };

  const readClass = (): string => {
    const start = at;
    let depth = 0;
    do {
      if (source[at] === "\\") at += 1;
      else if (source[at] === "[" && (depth === 0 || flags.includes("v"))) depth += 1;
      else if (source[at] === "]") depth -= 1;
      at += 1;
    } while (depth > 0 && at < source.length);
    return source.slice(start, at);
  };

  const readEscape = (): PatternTree => {
    const [text] = take(escapes)!;
    if (text === "\\b" || text === "\\B") return { kind: "assertion", sort: text[1] as "b" | "B" };
    if (/^\\k</.test(text)) return { kind: "reference", name: text.slice(3, -1) };
    if (/^\\[1-9]/.test(text)) return { kind: "reference", name: text.slice(1) };
    return { kind: "class", text };
  };

  const tree = readChoice();
  return isKnown && at === source.length ? tree : null;
}
