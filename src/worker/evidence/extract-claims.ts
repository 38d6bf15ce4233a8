/** A name in a text that can be looked up: an option, identifier, endpoint or default. */
export interface Claim {
  /** 1-based, in the text. */
  line: number;
  /** 1-based, in UTF-16 code units. */
  column: number;
  /** The name as written. */
  name: string;
}

const nameCharactersMax = 100;
const lineCharactersMax = 4_000;

const inProse = /(?<![\w-])--[a-z][\w-]*|(?<![\w$.])[A-Z][A-Z0-9]+_[A-Z0-9_]+/g;
const inExamples =
  /(?<![\w-])--[a-z][\w-]*|(?<![\w$.])[A-Z][A-Z0-9]+_[A-Z0-9_]+|(?<![\w./])\/(?:v\d+|api)\/[\w/{}:.-]+/g;
const fence = /^\s*(?:```|~~~)/;

/**
 * Returns the names in the given lines of a Markdown page that a reader would take for the software's:
 * words in code spans that look like identifiers; flags, variables and endpoints anywhere outside of links;
 * and numbers described as defaults. `isMeant` selects the lines.
 */
export function extractClaims(text: string, isMeant: (line: number) => boolean): Claim[] {
  const claims: Claim[] = [];
  let isExample = false;
  for (const [at, whole] of text.split("\n").entries()) {
    const isFence = fence.test(whole);
    if (isFence) isExample = !isExample;
    if (isFence || !isMeant(at + 1)) continue;
    const line = whole.slice(0, lineCharactersMax);
    const found = isExample
      ? named(line, inExamples)
      : [...inSpans(line), ...named(withoutSpans(line), inProse)];
    const seen = new Set<string>();
    for (const { column, name } of found.sort((one, other) => one.column - other.column)) {
      if (name.length > nameCharactersMax || seen.has(name)) continue;
      seen.add(name);
      claims.push({ line: at + 1, column, name });
    }
  }
  return claims;
}

type Found = Omit<Claim, "line">;

function named(line: string, pattern: RegExp): Found[] {
  return [...line.matchAll(pattern)].map((match) => ({ column: match.index + 1, name: match[0] }));
}

/**
 * Returns names in code spans: every word that is unlikely to be plain English; in a command only its flags
 * and variables.
 */
function inSpans(line: string): Found[] {
  const isDefault = /\bdefaults?\b/i.test(line);
  return findSpans(line).flatMap(({ start, code }) => {
    const words = [...code.matchAll(/[^\s"'=,;]+/g)];
    const isOne = words.length === 1;
    return words.flatMap((word) => {
      const name = word[0].replace(/\(\)?$/, "");
      const isMeant = isIdentifier(name) || (isOne && (isPlainName(name) || (isDefault && isNumber(name))));
      return isMeant ? [{ column: start + word.index + 1, name }] : [];
    });
  });
}

/** Returns the code spans of a line, between two backtick runs of the same length. */
function findSpans(line: string): { start: number; code: string }[] {
  const spans: { start: number; code: string }[] = [];
  for (let at = line.indexOf("`"); at !== -1; ) {
    let start = at;
    while (line[start] === "`") start += 1;
    const end = line.indexOf(line.slice(at, start), start);
    if (end === -1) break;
    spans.push({ start, code: line.slice(start, end) });
    let next = end;
    while (line[next] === "`") next += 1;
    at = line.indexOf("`", next);
  }
  return spans;
}

/** Replaces code and link targets with spaces. */
function withoutSpans(line: string): string {
  const characters = [...line.split("")];
  const blank = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) characters[at] = " ";
  };
  for (const { start, code } of findSpans(line)) blank(start, start + code.length);
  for (let at = line.indexOf("]("); at !== -1; at = line.indexOf("](", at + 2)) {
    const end = line.indexOf(")", at);
    if (end === -1) break;
    blank(at, end);
  }
  return characters.join("");
}

/** A flag, variable, endpoint, dotted, snake or camel name. */
function isIdentifier(name: string): boolean {
  return (
    /^--?[a-zA-Z][\w-]*$/.test(name) ||
    /^[A-Za-z][A-Za-z0-9]*_\w+$/.test(name) ||
    /^[a-z]+[A-Z]\w*$/.test(name) ||
    /^[A-Z][a-z0-9]+[A-Z]\w*$/.test(name) ||
    /^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+$/.test(name) ||
    /^\/[a-zA-Z][\w/{}:.-]*$/.test(name)
  );
}

/** A single word in code, such as the name of an option. */
function isPlainName(name: string): boolean {
  return /^[A-Za-z][\w-]{2,}$/.test(name) && !commonWords.has(name.toLowerCase());
}

function isNumber(name: string): boolean {
  return /^\d[\d_.]*(?:ms|s|m|h|d|kb|mb|gb|%)?$/i.test(name);
}

/** Words in code that belong to a language, not to a product. */
const commonWords = new Set([
  ...[
    "true",
    "false",
    "null",
    "none",
    "undefined",
    "string",
    "number",
    "boolean",
    "object",
    "array",
    "integer",
  ],
  ...[
    "float",
    "bool",
    "int",
    "void",
    "json",
    "yaml",
    "toml",
    "html",
    "css",
    "http",
    "https",
    "get",
    "post",
    "put",
  ],
  ...[
    "patch",
    "delete",
    "head",
    "options",
    "npm",
    "npx",
    "git",
    "bash",
    "curl",
    "node",
    "python",
    "docker",
    "sudo",
  ],
]);
