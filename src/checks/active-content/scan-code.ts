/** A name that JavaScript uses outside strings and comments, with its place. */
interface CodeUse {
  at: number;
  what: string;
}

const globals = new Set(
  [
    "process fetch require eval Function globalThis window document self top parent frames opener navigator location history",
    "localStorage sessionStorage indexedDB caches cookieStore XMLHttpRequest WebSocket EventSource Worker SharedWorker",
    "importScripts postMessage alert confirm prompt Buffer Deno Bun WebAssembly Reflect Proxy atob btoa unescape setTimeout",
    "setInterval setImmediate queueMicrotask requestAnimationFrame module exports __dirname __filename dangerouslySetInnerHTML",
    "constructor __proto__ prototype innerHTML outerHTML srcdoc srcDoc sendBeacon RTCPeerConnection AsyncFunction",
  ].flatMap((line) => line.split(" ")),
);

/** Dangerous as members too: `[].constructor`, `x["__proto__"]`. */
const members = new Set(
  "constructor __proto__ prototype innerHTML outerHTML insertAdjacentHTML sendBeacon srcdoc srcDoc dangerouslySetInnerHTML".split(
    " ",
  ),
);

const importCharactersMax = 500;
const listCharactersMax = 320;

const keywords = new Set(
  "if for while switch return catch typeof function new await of in async else do import super void delete yield case instanceof throw const let var export default extends class as from try finally break continue static get set".split(
    " ",
  ),
);

/**
 * Finds what a piece of JavaScript does beyond data, markup and names that the page declares. It is read word
 * by word: strings, the fixed parts of templates and comments do not count, unless they look like disguised
 * code. Linear in the code.
 */
export function scanCode(code: string, declared: ReadonlySet<string>): CodeUse[] {
  const uses: CodeUse[] = [];
  const { masked, hidden } = maskTexts(code);
  const words = /[A-Za-z_$\u0080-\uffff\\][\w$\u0080-\uffff\\]*/g;
  for (let match = words.exec(masked); match !== null; match = words.exec(masked)) {
    const found = judgeWord(masked, match.index, match[0], declared);
    if (found !== null) uses.push({ at: match.index, what: found });
  }
  const isOneText = /^\s*["'`]\s*["'`]\s*$/.test(masked) && hidden.length <= 1;
  for (const { at, text } of hidden) {
    if (members.has(text) && next(code, at + text.length + 1) === "]") uses.push({ at, what: text });
    if (isOneText) continue;
    // A quote or comment mark in markup or in a pattern hides what follows from this reader, but not from
    // JavaScript.
    const word = findDisguised(text);
    if (word !== null) uses.push({ at, what: word });
  }
  return uses;
}

/** Returns the first dangerous name that is called or has a member. */
function findDisguised(text: string): string | null {
  for (const { 0: word, index } of text.matchAll(/[\w$]+/g)) {
    if (globals.has(word) && text[index - 1] !== "." && /[([.`]/.test(text[index + word.length] ?? ""))
      return word;
  }
  return null;
}

function judgeWord(code: string, at: number, word: string, declared: ReadonlySet<string>): string | null {
  if (word.includes("\\u")) return "an escaped name";
  const before = previous(code, at);
  const after = next(code, at + word.length);
  const isMember = before === "." && code[previousIndex(code, at) - 1] !== ".";
  if (isMember) return members.has(word) ? word : null;
  if (word === "import" && (after === "(" || after === ".")) return "a dynamic import";
  if (word === "new") return newOf(code, at + 3, declared);
  if (isProse(code, at, word)) return null;
  const isKey = after === ":" && (before === "{" || before === ",");
  if (globals.has(word) && !(isKey && !members.has(word))) return word;
  const isCall = after === "(" || after === "`";
  if (isCall && !keywords.has(word) && !declared.has(word) && before !== ">") return `the call of ${word}`;
  return null;
}

/**
 * Two adjacent words on one line are not JavaScript unless one is a keyword: then this is text between tags.
 */
function isProse(code: string, at: number, word: string): boolean {
  // At most 40 characters.
  const left = /([\w$]+)[ \t]+$/.exec(code.slice(Math.max(0, at - 40), at))?.[1];
  if (left !== undefined && !keywords.has(left)) return true;
  const [, right] =
    /^[ \t]+([A-Za-z_$][\w$]*)/.exec(code.slice(at + word.length, at + word.length + 40)) ?? [];
  return right !== undefined && !keywords.has(right);
}

function newOf(code: string, from: number, declared: ReadonlySet<string>): string | null {
  const [, name] = /^\s+([\w$]+)/.exec(code.slice(from, from + 200)) ?? [];
  if (name === undefined || declared.has(name)) return null;
  return /^(?:Date|Set|Map|Intl|URL|URLSearchParams|Array|RegExp)$/.test(name) ? null : `new ${name}`;
}

function previousIndex(code: string, at: number): number {
  let index = at - 1;
  while (index >= 0 && index > at - 200 && /\s/.test(code[index]!)) index -= 1;
  return index;
}

function previous(code: string, at: number): string {
  return code[previousIndex(code, at)] ?? "";
}

function next(code: string, from: number): string {
  let at = from;
  while (at < code.length && at < from + 200 && /\s/.test(code[at]!)) at += 1;
  return code.startsWith("?.", at) && /[([]/.test(code[at + 2] ?? "") ? code[at + 2]! : (code[at] ?? "");
}

/** Blanks out the contents of the code's strings and comments; offsets stay. */
export function maskCode(code: string): string {
  return maskTexts(code).masked;
}

interface Masked {
  /** The code with the contents of its strings and comments blanked out. */
  masked: string;
  hidden: { at: number; text: string }[];
}

function maskTexts(code: string): Masked {
  const hidden: Masked["hidden"] = [];
  const parts: string[] = [];
  const modes: ("template" | "brace")[] = [];
  let at = 0;
  let kept = 0;
  let hasComments = true;
  const hide = (from: number, to: number): void => {
    parts.push(code.slice(kept, from), " ".repeat(to - from));
    hidden.push({ at: from, text: code.slice(from, to) });
    kept = to;
  };
  while (at < code.length) {
    const mark = code[at]!;
    if (modes.at(-1) === "template") {
      const end = templateEnd(code, at);
      if (end.at > at) hide(at, end.at);
      at = end.at + 1;
      if (end.kind === "hole") modes.push("brace");
      else modes.pop();
      if (end.kind === "hole") at += 1;
      continue;
    }
    at += 1;
    if (mark === "`") modes.push("template");
    else if (mark === "{") modes.push("brace");
    else if (mark === "}") modes.pop();
    else if (mark === '"' || mark === "'") {
      const end = isApostrophe(code, at - 1) ? -1 : stringEnd(code, at - 1);
      if (end < 0) continue;
      if (end > at) hide(at, end);
      at = end + 1;
    } else if (mark === "/" && code[at] === "/" && code[at - 2] !== ":") {
      const line = code.indexOf("\n", at);
      const end = line < 0 ? code.length : line;
      hide(at - 1, end);
      at = end;
    } else if (mark === "/" && code[at] === "*" && hasComments) {
      const close = code.indexOf("*/", at + 1);
      hasComments = close >= 0;
      if (!hasComments) continue;
      hide(at - 1, close + 2);
      at = close + 2;
    }
  }
  parts.push(code.slice(kept));
  return { masked: parts.join(""), hidden };
}

/** As in "don't": no string of JavaScript begins after a letter, unless that ends a keyword. */
function isApostrophe(code: string, at: number): boolean {
  // At most 20 characters.
  const [, word] = /([\w$]+)$/.exec(code.slice(Math.max(0, at - 20), at)) ?? [];
  return word !== undefined && !keywords.has(word);
}

function templateEnd(code: string, from: number): { kind: "close" | "hole" | "end"; at: number } {
  for (let at = from; at < code.length; at += 1) {
    if (code[at] === "\\") at += 1;
    else if (code[at] === "`") return { kind: "close", at };
    else if (code[at] === "$" && code[at + 1] === "{") return { kind: "hole", at };
  }
  return { kind: "end", at: code.length };
}

/** An apostrophe in JSX text is not closed on its line, so it opens no string. */
function stringEnd(code: string, open: number): number {
  for (let at = open + 1; at < code.length; at += 1) {
    if (code[at] === "\\") at += 1;
    else if (code[at] === "\n") return -1;
    else if (code[at] === code[open]) return at;
  }
  return -1;
}

/** Returns the names that a page's imports and declarations define. */
export function declaredNames(modules: string): Set<string> {
  const names = new Set<string>();
  for (const match of modules.matchAll(/\b(?:const|let|var|function|class)\s+([\w$]+)/g))
    names.add(match[1]!);
  const addWords = (text: string): void => {
    for (const [name] of text.matchAll(/[\w$]+/g)) names.add(name);
  };
  for (const { index, 0: word } of modules.matchAll(/\bimport\s/g)) {
    const [clause] = /^[^"'`;]*/.exec(cut(modules, index + word.length, importCharactersMax))!;
    addWords(clause.slice(0, Math.max(0, clause.search(/\bfrom\b/))));
  }
  for (const { index, 0: start } of modules.matchAll(/\b(?:const|let|var)\s*[[{]/g)) {
    const [list] = /^[^=;]*=/.exec(cut(modules, index + start.length, listCharactersMax)) ?? [];
    const inner = list?.slice(0, -1).trimEnd() ?? "";
    if (/[\]}]$/.test(inner)) addWords(inner);
  }
  return names;
}

function cut(text: string, from: number, length: number): string {
  return text.slice(from, from + length);
}
