type IsIn = (code: number) => boolean;

/** Replaces what a pattern finds; null if `by` needs more of the pattern than is known of it. */
export type Replacer = (by: string) => ((text: string) => string) | null;

/** One character, or a run of them, at any place or only at an end of the text. */
interface Run {
  isStart: boolean;
  isEnd: boolean;
  isGroup: boolean;
  min: number;
  isLong: boolean;
  isIn: IsIn;
}

const runPattern =
  /^(\^?)(\(?)(\[(?:[^\\\]]|\\.)+\]|\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|[^ux])|[^\\^$.*+?()[\]{}|])(\)?)(\+|\{(\d{1,2}),\})?(\)?)(\$?)$/s;
const controls: Record<string, string> = { n: "\n", t: "\t", r: "\r", f: "\f", v: "\v", "0": "\0" };

/**
 * Reads a regular expression of JavaScript in which each choice is one character or class, once or as a
 * run, so that it can be carried out in linear time. Null for any other.
 */
export function readRunPattern(pattern: string, flags: string): Replacer | null {
  if (!/^g?$/.test(flags)) return null;
  const runs = splitChoices(pattern).map(readRun);
  if (!runs.every((run) => run !== null)) return null;
  return (by) => {
    const isKnown = !/\$(?![1&])/.test(by) && (!by.includes("$1") || (runs.length === 1 && runs[0]!.isGroup));
    const insert = (found: string) => by.replace(/\$[1&]/g, () => found);
    return isKnown ? (text) => replaceRuns(text, runs, flags === "g", insert) : null;
  };
}

function replaceRuns(
  text: string,
  runs: readonly Run[],
  isAll: boolean,
  insert: (found: string) => string,
): string {
  // Where a run that does not reach the end stops, no later part of it reaches the end either.
  const failed = runs.map(() => 0);
  let result = "";
  let at = 0;
  let isDone = false;
  while (at < text.length) {
    let length = 0;
    for (const [index, run] of runs.entries()) {
      if (isDone || length > 0 || (run.isStart && at > 0) || failed[index]! > at) continue;
      const end = endOfRun(text, at, run);
      if (end - at < run.min) continue;
      if (run.isEnd && end < text.length) failed[index] = end;
      else length = end - at;
    }
    result += length > 0 ? insert(text.slice(at, at + length)) : text[at];
    isDone ||= length > 0 && !isAll;
    at += length || 1;
  }
  return result;
}

function endOfRun(text: string, at: number, { isLong, isIn }: Run): number {
  let end = at;
  while (end < text.length && (isLong || end === at) && isIn(text.charCodeAt(end))) end += 1;
  return end;
}

/** Splits at `|` outside of classes. */
function splitChoices(pattern: string): string[] {
  const choices = [""];
  let isInClass = false;
  for (const [part] of pattern.matchAll(/\\.|[^\\]/gs)) {
    if (part === "[") isInClass = true;
    if (part === "]") isInClass = false;
    if (part === "|" && !isInClass) choices.push("");
    else choices.push(choices.pop()! + part);
  }
  return choices;
}

function readRun(choice: string): Run | null {
  const found = runPattern.exec(choice);
  if (found === null) return null;
  const [, start, open, atom, closedBefore, often, least, closedAfter, end] = found;
  if ((open === "(" ? ")" : "") !== closedBefore! + closedAfter!) return null;
  // What a group holds that is repeated is its last character only.
  const isGroup = open === "(" && (often === undefined || closedAfter === ")");
  const isIn = atom!.startsWith("[") ? readClass(atom!.slice(1, -1)) : readAtom(atom!);
  if (isIn === null) return null;
  const min = least === undefined ? 1 : Number(least);
  return { isStart: start !== "", isEnd: end !== "", isGroup, min, isLong: often !== undefined, isIn };
}

function readAtom(atom: string): IsIn | null {
  const single = characterOf(atom);
  return single === null ? setOf(atom) : (code) => code === single;
}

function readClass(inside: string): IsIn | null {
  const isOther = inside.startsWith("^");
  const atoms = inside.slice(isOther ? 1 : 0).match(/\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|.)|[^\\]/gs);
  const sets: IsIn[] = [];
  for (let at = 0; at < (atoms?.length ?? 0); at += 1) {
    const [first, dash, last] = atoms!.slice(at, at + 3) as [string, string?, string?];
    const isRange = dash === "-" && last !== undefined;
    const [from, to] = [characterOf(first), isRange ? characterOf(last) : null];
    const set = isRange ? rangeOf(from, to) : readAtom(first);
    if (set === null) return null;
    sets.push(set);
    if (isRange) at += 2;
  }
  return sets.length === 0 ? null : (code) => sets.some((isIn) => isIn(code)) !== isOther;
}

function rangeOf(from: number | null, to: number | null): IsIn | null {
  return from === null || to === null ? null : (code) => code >= from && code <= to;
}

function characterOf(atom: string): number | null {
  if (!atom.startsWith("\\")) return atom.charCodeAt(0);
  const name = atom.slice(1);
  if (/^[ux]./.test(name)) return Number.parseInt(name.slice(1), 16);
  if (name in controls) return controls[name]!.charCodeAt(0);
  return /^[^A-Za-z0-9]$/.test(name) ? name.charCodeAt(0) : null;
}

function setOf(atom: string): IsIn | null {
  const set = { s: /\s/, d: /\d/, w: /\w/ }[atom.slice(1).toLowerCase()];
  if (set === undefined || atom.length !== 2) return null;
  const isOther = /[A-Z]/.test(atom[1]!);
  return (code) => set.test(String.fromCharCode(code)) !== isOther;
}
