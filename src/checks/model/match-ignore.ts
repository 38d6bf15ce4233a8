import { matchSteps, type Step } from "../../text/match-steps.ts";

const rulesMax = 1_000;
const charactersMax = 20_000;

interface IgnoreRules {
  isIgnored(path: string): boolean;
  /**
   * 1-based number of the first line that is ignored because the rules are too many or too long; null if all
   * apply.
   */
  unreadFrom: number | null;
}

/**
 * Reads lines in the style of `.gitignore`; the last line that matches a path or a folder above it decides.
 * Matching takes at most time in proportion to the lengths of the path and of the lines, whatever their
 * content.
 */
export function matchIgnore(lines: readonly string[]): IgnoreRules {
  const rules: IgnoreRule[] = [];
  let characters = 0;
  let unreadFrom: number | null = null;
  for (const [index, raw] of lines.entries()) {
    const line = trimLine(raw);
    if (line === "" || line.startsWith("#")) continue;
    characters += line.length;
    if (rules.length === rulesMax || characters > charactersMax) {
      unreadFrom = index + 1;
      break;
    }
    rules.push(toRule(line));
  }
  rules.reverse();
  return {
    isIgnored: (path) => !(rules.find(({ matches }) => matches(path))?.isNegated ?? true),
    unreadFrom,
  };
}

export function unreadIgnoreLines(what: string): string {
  return `${what} has more than ${rulesMax} patterns or ${charactersMax} characters of them: the rest is not applied`;
}

interface IgnoreRule {
  isNegated: boolean;
  matches(path: string): boolean;
}

/** Removes trailing spaces, unless a backslash keeps the last one. */
function trimLine(raw: string): string {
  const line = raw.trimStart().trimEnd();
  return line.endsWith("\\") && raw.trimStart().startsWith(`${line} `) ? `${line} ` : line;
}

function toRule(line: string): IgnoreRule {
  const isNegated = line.startsWith("!");
  const isForFolders = line.endsWith("/");
  // What is inside a folder follows from the folder: `a/**` means every entry of `a`, not `a` itself.
  const text = (isNegated ? line.slice(1) : line).replace(/\/$/, "").replace(/(?<=[^/]\/)\*\*$/, "*");
  const isAnchored = text.includes("/");
  const steps = compile([...(isAnchored ? text.replace(/^\//, "") : `**/${text}`)]);
  const plain = findPlainPart(text);
  return {
    isNegated,
    matches: (path) =>
      steps !== null && path.includes(plain) && matchSteps(steps, path, { path: !isForFolders, above: true }),
  };
}

/** Returns the longest piece of a pattern that every matching path contains literally. */
function findPlainPart(pattern: string): string {
  // Text after a bracket or a backslash may not be literal.
  const text = pattern.split(/[[\\]/, 1)[0]!;
  return text.split(/[*?/]/).reduce((best, part) => (part.length > best.length ? part : best), "");
}

/** Returns null for a line that can match nothing, such as one with an unclosed `[`. */
function compile(characters: readonly string[]): Step[] | null {
  const steps: Step[] = [];
  const add = (step: Step): void => void steps.push(step);
  let at = 0;
  while (at < characters.length) {
    const next = steps.length + 1;
    const character = characters[at]!;
    if (character === "*") {
      const start = at;
      while (characters[at] === "*") at++;
      const isWhole = (start === 0 || characters[start - 1] === "/") && characters[at] === "/";
      add({ match: at - start === 2 && isWhole ? "folders" : "name", next });
      if (steps.at(-1)?.match === "folders") at++;
    } else if (character === "?") {
      add({ match: "one", next });
      at++;
    } else if (character === "[") {
      const set = readSet(characters, at + 1);
      if (set === null) return null;
      add({ match: "one", next, accepts: set.accepts });
      at = set.end;
    } else {
      if (character === "\\") at++;
      if (at === characters.length) return null;
      add({ match: "character", code: characters[at]!.codePointAt(0)!, next });
      at++;
    }
  }
  add({ match: "character", code: 47, next: steps.length + 1 });
  add({ match: "end" });
  return steps;
}

const classes = new Map<string, RegExp>([
  ["alnum", /^[0-9A-Za-z]$/],
  ["alpha", /^[A-Za-z]$/],
  ["blank", /^[ \t]$/],
  ["digit", /^[0-9]$/],
  ["lower", /^[a-z]$/],
  ["punct", /^[!-/:-@[-`{-~]$/],
  ["space", /^\s$/],
  ["upper", /^[A-Z]$/],
  ["xdigit", /^[0-9A-Fa-f]$/],
]);

interface CharacterSet {
  accepts(code: number): boolean;
  /** Offset after the closing bracket. */
  end: number;
}

/** Reads the set whose first character is at `start`; a `]` there is one of its members. */
function readSet(characters: readonly string[], start: number): CharacterSet | null {
  const isNegated = characters[start] === "!" || characters[start] === "^";
  const first = isNegated ? start + 1 : start;
  const ranges: [low: number, high: number][] = [];
  const named: RegExp[] = [];
  let at = first;
  while (at < characters.length && (characters[at] !== "]" || at === first)) {
    const name = nameOfClass(characters, at);
    const known = name === null ? undefined : classes.get(name);
    if (name !== null && known !== undefined) {
      named.push(known);
      at += name.length + 4;
      continue;
    }
    const low = readMember(characters, at);
    const isRange = characters[low.end] === "-" && characters[low.end + 1] !== "]";
    const high = isRange ? readMember(characters, low.end + 1) : low;
    if (high.code === null || low.code === null) return null;
    ranges.push([low.code, high.code]);
    at = high.end;
  }
  if (at >= characters.length) return null;
  const has = (code: number): boolean =>
    ranges.some(([low, high]) => code >= low && code <= high) ||
    named.some((one) => one.test(String.fromCodePoint(code)));
  return { accepts: (code) => has(code) !== isNegated, end: at + 1 };
}

function nameOfClass(characters: readonly string[], at: number): string | null {
  if (characters[at] !== "[" || characters[at + 1] !== ":") return null;
  const end = characters.indexOf(":", at + 2);
  return end !== -1 && end - at < 10 && characters[end + 1] === "]"
    ? characters.slice(at + 2, end).join("")
    : null;
}

function readMember(characters: readonly string[], at: number): { code: number | null; end: number } {
  const place = characters[at] === "\\" ? at + 1 : at;
  return { code: characters[place]?.codePointAt(0) ?? null, end: place + 1 };
}
