import { matchIgnore } from "../../checks/model/match-ignore.ts";
import { matchGlob } from "../../text/match-glob.ts";

/** How a host reads the file: hosts agree on the lines, and differ in patterns and sections. */
export type CodeownersForm = "github" | "gitlab" | "gitea";

interface Rule {
  section: string;
  owners: readonly string[];
  matches(path: string): boolean;
}

const linesMax = 5_000;
const lineCharactersMax = 2_000;

/**
 * Returns a function that finds the owners of a path, as written in the file. GitHub: the last matching
 * line decides. GitLab: the last one of each section. Gitea: every matching line counts, and patterns are
 * regular expressions; those with more than text and `.*` are left out. Empty for a path without a match.
 */
export function parseCodeowners(text: string, form: CodeownersForm): (path: string) => string[] {
  const rules = readRules(text, form).reverse();
  return (path) => {
    const found = rules.filter(({ matches }) => matches(path));
    if (form === "gitea") return [...new Set(found.flatMap(({ owners }) => owners))];
    const deciding = new Map<string, Rule>();
    for (const rule of found) if (!deciding.has(rule.section)) deciding.set(rule.section, rule);
    return [...new Set([...deciding.values()].flatMap(({ owners }) => owners))];
  };
}

function readRules(text: string, form: CodeownersForm): Rule[] {
  const rules: Rule[] = [];
  let section = { name: "", owners: [] as string[] };
  for (const raw of text.split(/\r?\n/, linesMax)) {
    const line = raw.slice(0, lineCharactersMax).trim();
    if (line === "" || line.startsWith("#")) continue;
    const heading = form === "gitlab" ? readSection(line) : null;
    if (heading !== null) {
      section = heading;
      continue;
    }
    const [pattern = "", ...words] = splitWords(line);
    const comment = words.findIndex((word) => word.startsWith("#"));
    const named = (comment === -1 ? words : words.slice(0, comment)).filter(isOwner);
    // In a section, a line without owners has those of its heading; elsewhere it removes the owners.
    const owners = named.length === 0 ? section.owners : named;
    const matches = form === "gitea" ? matchExpression(pattern) : matchPattern(pattern);
    if (matches !== null) rules.push({ section: section.name.toLowerCase(), owners, matches });
  }
  return rules;
}

/** Parses `[Name]` or `^[Name][2] @default-owner`; null for any other line. */
function readSection(line: string): { name: string; owners: string[] } | null {
  const [, name, rest = ""] = /^\^?\[([^\]]{1,200})\](?:\[\d{1,3}\])?(.*)$/.exec(line) ?? [];
  return name === undefined ? null : { name, owners: splitWords(rest.trim()).filter(isOwner) };
}

/** Splits at spaces; a space in a path has a backslash before it. */
function splitWords(line: string): string[] {
  const words: string[] = [];
  let word = "";
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at]!;
    if (character === "\\" && /\s/.test(line[at + 1] ?? "")) {
      word += line[at + 1];
      at += 1;
    } else if (/\s/.test(character)) {
      words.push(word);
      word = "";
    } else word += character;
  }
  return [...words, word].filter((one) => one !== "");
}

function isOwner(word: string): boolean {
  return word.startsWith("@") || word.includes("@");
}

/** Matches as in `.gitignore`, except that `folder/*` is not a whole tree. */
function matchPattern(pattern: string): (path: string) => boolean {
  if (pattern.endsWith("/*")) return matchGlob(pattern);
  const rules = matchIgnore([pattern.replace(/^(?=[!#])/, "\\")]);
  return (path) => rules.isIgnored(path);
}

/** Returns null for what only a regular expression engine could judge, and for patterns negated with `!`. */
function matchExpression(pattern: string): ((path: string) => boolean) | null {
  const parts = [""];
  const body = pattern.replace(/^\^/, "").replace(/\$$/, "");
  for (let at = 0; at < body.length; at += 1) {
    const character = body[at]!;
    const next = body[at + 1] ?? "";
    const isEscaped = character === "\\" && /[^\w\s]/.test(next);
    if (character === "." && next === "*") parts.push("");
    else if (isEscaped || /[\w/-]/.test(character)) parts.push(parts.pop()! + (isEscaped ? next : character));
    else return null;
    if (isEscaped || next === "*") at += 1;
  }
  return (path) => hasParts(path, parts);
}

/** Whether a text consists of the parts in this order, with anything between them. */
function hasParts(text: string, parts: readonly string[]): boolean {
  const [first = "", ...rest] = parts;
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}
