import type { Place } from "../model/place.ts";
import type { TextEdit } from "./edit-text.ts";

const objectMax = 2_000;

/**
 * Returns the edit that removes an entry from a list in JSON, TOML, a script or YAML, or from a book's
 * summary, with its comma or line, and with the surrounding object if that has no children, or the member
 * that the entry is the name of; null for an entry elsewhere.
 */
export function findEntryRemoval(text: string, place: Place): TextEdit | null {
  if (place.path.endsWith(".md")) return removeFromSummary(text, place);
  if (!/\.(?:json|toml|[cm]?[jt]sx?)$/.test(place.path)) return removeFromYaml(text, place);
  if (place.memberEnd !== undefined)
    return removeItem(text, place.start - (place.isBareName ? 0 : 1), place.memberEnd);
  const extent = place.isPair ? findPair(text, place) : { open: place.start - 1, close: place.end + 1 };
  if (extent === null) return null;
  const { open, close } = extent;
  const edit = removeItem(text, open, close) ?? removeObject(text, open, close);
  const isLast =
    edit !== null && /\[\s*$/.test(text.slice(0, edit.start)) && /^[\s,]*\]/.test(text.slice(edit.end));
  return isLast && place.path.endsWith(".toml") ? null : edit;
}

/**
 * Returns the edit that removes a redirect by the place of its target, with the object around it in JSON, or
 * its line in YAML and TOML; null for one elsewhere, and for the only one of a map.
 */
export function findRedirectRemoval(text: string, place: Place): TextEdit | null {
  if (place.path.endsWith(".json")) return removeObject(text, place.start - 1, place.end + 1);
  if (!/\.(?:ya?ml|toml)$/.test(place.path)) return null;
  const start = text.lastIndexOf("\n", place.start - 1) + 1;
  const lineBreak = text.indexOf("\n", place.end);
  const end = lineBreak < 0 ? text.length : lineBreak + 1;
  const name = place.path.endsWith(".toml")
    ? /^[ \t]*(?:"[^"\n]*"|'[^'\n]*')[ \t]*=[ \t]*["']$/
    : /^[ \t]+(?:"[^"\n]*"|'[^'\n]*'|[^\s"'#:-][^:#\n]*):[ \t]+["']?$/;
  const isOwnLine =
    name.test(text.slice(start, place.start)) &&
    /^["']?\s*(?:#.*)?$/.test(text.slice(place.end, end).trimEnd());
  const indentOf = (line: string): string => /^[ \t]*/.exec(line)![0];
  const own = indentOf(text.slice(start, end));
  const isSibling = (line = ""): boolean => indentOf(line) === own && /^[^\s#-]/.test(line.slice(own.length));
  const before = text.slice(0, start).split("\n").at(-2);
  const after = text.slice(end).split("\n", 1)[0];
  return isOwnLine && (isSibling(before) || isSibling(after)) ? { start, end, text: "" } : null;
}

function removeObject(text: string, open: number, close: number): TextEdit | null {
  const start = findBrace(text, open, -1);
  const end = findBrace(text, close - 1, 1);
  return start === null || end === null ? null : removeItem(text, start, end + 1);
}

/** Returns the brace that begins or ends the object around a place; null if the object holds a list. */
function findBrace(text: string, from: number, step: -1 | 1): number | null {
  let depth = 0;
  for (let at = from + step; at >= 0 && at < text.length && Math.abs(at - from) <= objectMax; at += step) {
    const sign = text[at]!;
    if (sign === "[" || sign === "]") return null;
    if (sign !== "{" && sign !== "}") continue;
    depth += sign === (step < 0 ? "}" : "{") ? 1 : -1;
    if (depth < 0) return at;
  }
  return null;
}

/** Returns where the list of an entry and its title begins and ends; null for any other list. */
function findPair(text: string, { start, end }: Place): { open: number; close: number } | null {
  const before = /\[\s*$/.exec(text.slice(Math.max(0, start - objectMax), start - 1));
  const after = /^\s{0,80},\s{0,80}(?:"[^"\n]{0,300}"|'[^'\n]{0,300}')\s{0,80}(?:,\s{0,80})?\]/.exec(
    text.slice(end + 1, end + objectMax),
  );
  if (before === null || after === null) return null;
  return { open: start - 1 - before[0].length, close: end + 1 + after[0].length };
}

function removeItem(text: string, open: number, close: number): TextEdit | null {
  const before = /[,[{]\s*$/.exec(text.slice(Math.max(0, open - objectMax), open));
  const after = /^\s*([,\]}])/.exec(text.slice(close, close + objectMax));
  if (before === null || after === null) return null;
  const lead = open - before[0].length;
  if (after[1] === ",") {
    const next = close + after[0].length;
    // The first of a line takes the space behind it along.
    const gap = before[0].length === 1 ? /^[ \t]*/.exec(text.slice(next, next + objectMax))![0] : "";
    return { start: lead + 1, end: next + gap.length, text: "" };
  }
  const keepsBreak = !before[0].startsWith(",");
  return {
    start: keepsBreak ? lead + 1 : lead,
    end: keepsBreak ? close + after[0].length - 1 : close,
    text: "",
  };
}

/** Removes only a line of its own (`- [Title](page.md)`) without nested ones; it leaves no title alone. */
function removeFromSummary(text: string, place: Place): TextEdit | null {
  const start = text.lastIndexOf("\n", place.start - 1) + 1;
  const lineBreak = text.indexOf("\n", place.end);
  const end = lineBreak < 0 ? text.length : lineBreak + 1;
  const isOwnLine =
    /^\s*(?:[-*+]\s+)?\[[^[\]]*\]\($/.test(text.slice(start, place.start)) &&
    text.slice(place.end, end).trim() === ")";
  const indentAt = (at: number): number => /^[ \t]*/.exec(text.slice(at, at + 200))![0].length;
  const own = indentAt(start);
  if (!isOwnLine || indentAt(end) > own) return null;
  const before = text.slice(Math.max(0, start - objectMax), start).split("\n");
  const above = before.findLast((line) => line.trim() !== "") ?? "";
  const bare = above.trimStart();
  const isParent = above.length - bare.length < own && /^[-*+][ \t]/.test(bare) && !bare.includes("](");
  const hasSibling = end < text.length && indentAt(end) === own;
  if (isParent && !hasSibling) return null;
  // mdBook drops the chapters behind a part that has none.
  const isLastOfPart = /^#/.test(above) && /^\s*\[/.test(text.slice(end, end + objectMax));
  return { start: isLastOfPart ? text.lastIndexOf(above, start) : start, end, text: "" };
}

/** Removes only a line of its own (`- page.md`, `- Title: page.md`), or the item whose address it is. */
function removeFromYaml(text: string, place: Place): TextEdit | null {
  return removeYamlLine(text, place) ?? removeYamlItem(text, place);
}

/** Removes an item of several lines (`- title: Title`, `  url: /page`) that holds no other one. */
function removeYamlItem(text: string, place: Place): TextEdit | null {
  const lines = text.split(/(?<=\n)/);
  const indentOf = (line: string): number => /^[ \t]*/.exec(line)![0].length;
  const isBlank = (line: string): boolean => /^[ \t]*(?:#.*)?\r?\n?$/.test(line);
  let at = text.slice(0, place.start).split("\n").length - 1;
  const member = indentOf(lines[at]!) + (/^[ \t]*-/.test(lines[at]!) ? 2 : 0);
  while (at > 0 && !/^[ \t]*-[ \t]/.test(lines[at]!)) at--;
  const dash = indentOf(lines[at]!);
  if (!/^[ \t]*- \S/.test(lines[at]!) || dash + 2 !== member) return null;
  let end = at + 1;
  while (end < lines.length && (isBlank(lines[end]!) || indentOf(lines[end]!) > dash)) end++;
  // Blank lines and comments in front of what follows stay.
  let last = end;
  while (isBlank(lines[last - 1]!)) last--;
  const isMember = (line: string): boolean =>
    indentOf(line) === member && /^[ \t]*\w[\w-]*:[ \t]+\S/.test(line);
  const isPlain = lines.slice(at + 1, last).every(isMember);
  const isItem = (line: string | undefined): boolean =>
    line !== undefined && indentOf(line) === dash && /^[ \t]*-[ \t]/.test(line);
  const before = lines.slice(0, at).findLast((line) => !isBlank(line) && indentOf(line) <= dash);
  if (!isPlain || !(isItem(before) || isItem(lines[end]))) return null;
  const start = lines.slice(0, at).join("").length;
  // One of the blank lines around the item goes with it.
  const through = last < end && /^[ \t]*\r?\n$/.test(lines[last]!) ? last + 1 : last;
  return { start, end: lines.slice(0, through).join("").length, text: "" };
}

function removeYamlLine(text: string, place: Place): TextEdit | null {
  const start = text.lastIndexOf("\n", place.start - 1) + 1;
  const lineBreak = text.indexOf("\n", place.end);
  const end = lineBreak < 0 ? text.length : lineBreak + 1;
  const isOwnLine =
    /^\s*-\s/.test(text.slice(start, place.start)) &&
    /^["']?\s*(?:#.*)?$/.test(text.slice(place.end, end).trimEnd());
  // Its children would lose their parent.
  const below = text.slice(end).split("\n", 1)[0]!;
  const isParent = below.search(/\S/) > text.slice(start, end).search(/\S/);
  const siblings = isOwnLine && !isParent ? countSiblings(text, start, end) : 0;
  return isOwnLine && siblings > 0 ? { start, end, text: "" } : null;
}

/**
 * Counts adjacent list items of the same indentation; a list that would become empty is left to the author.
 */
function countSiblings(text: string, start: number, end: number): number {
  const indent = /^\s*/.exec(text.slice(start, end))![0].length;
  const isSibling = (line: string): boolean =>
    /^\s*-\s/.test(line) && /^\s*/.exec(line)![0].length === indent;
  const next = text.slice(end, text.indexOf("\n", end) < 0 ? text.length : text.indexOf("\n", end));
  const lines = text.slice(0, start).split("\n").slice(0, -1).reverse();
  const previous = lines.find((line) => line.trim() !== "" && /^\s*/.exec(line)![0].length <= indent) ?? "";
  return Number(isSibling(next)) + Number(isSibling(previous));
}
