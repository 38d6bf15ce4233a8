/** Characters as ranges `from, to, from, to …` of places in a text that contains them all. */
export type CharacterSet = readonly number[];

export interface CharacterSets {
  /** Returns the set that a class such as `[^\s]`, `\w` or `.` accepts. */
  of(text: string): CharacterSet;
  meet(a: CharacterSet, b: CharacterSet): CharacterSet;
  without(a: CharacterSet): CharacterSet;
}

const sampledEvery = 64;

/**
 * Creates sets for expressions with these flags. Beyond the planes with scripts and symbols, one character in
 * 64 represents its neighbours.
 */
export function createCharacterSets(flags: string): CharacterSets {
  const kept = flags.replace(/[^imsuv]/g, "");
  const all = /[uv]/.test(kept) ? codePoints() : codeUnits();
  const sets = new Map<string, CharacterSet>();
  const meetings = new Map<CharacterSet, Map<CharacterSet, CharacterSet>>();
  const of = (text: string): CharacterSet => {
    const found = sets.get(text) ?? rangesOf(all, new RegExp(`(?:${text})+`, `${kept}g`));
    sets.set(text, found);
    return found;
  };
  const meet = (a: CharacterSet, b: CharacterSet): CharacterSet => {
    if (a === b) return a;
    const ofA = meetings.get(a) ?? new Map<CharacterSet, CharacterSet>();
    meetings.set(a, ofA);
    const found = ofA.get(b) ?? intersect(a, b);
    ofA.set(b, found);
    return found;
  };
  return { of, meet, without: (a) => complement(a, all.length) };
}

function rangesOf(all: string, pattern: RegExp): CharacterSet {
  const ranges: number[] = [];
  for (const { index, 0: run } of all.matchAll(pattern)) ranges.push(index, index + run.length);
  return ranges;
}

function intersect(a: CharacterSet, b: CharacterSet): CharacterSet {
  const ranges: number[] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    const from = Math.max(a[i]!, b[j]!);
    const to = Math.min(a[i + 1]!, b[j + 1]!);
    if (from < to) ranges.push(from, to);
    if (a[i + 1]! < b[j + 1]!) i += 2;
    else j += 2;
  }
  return ranges;
}

function complement(a: CharacterSet, length: number): CharacterSet {
  const edges = [0, ...a, length];
  return edges.filter((edge, index) => edges[index ^ 1] !== edge);
}

function codeUnits(): string {
  return textOf(0, 0x1_0000, 1);
}

function codePoints(): string {
  const basic = textOf(0, 0xd800, 1) + textOf(0xe000, 0x1_0000, 1);
  const scripts = textOf(0x1_0000, 0x2_0000, 1);
  return `${basic}${scripts}${textOf(0x2_0000, 0xe_0000, sampledEvery)}${textOf(0xe_0000, 0xe_1000, 1)}${textOf(0xe_1000, 0x11_0000, sampledEvery)}`;
}

function textOf(from: number, to: number, step: number): string {
  const characters: string[] = [];
  for (let code = from; code < to; code += step) characters.push(String.fromCodePoint(code));
  return characters.join("");
}
