import type { CharacterSet, CharacterSets } from "./character-sets.ts";
import type { PatternTree } from "./parse-pattern.ts";
import { choose, connect, type Follows, joinParts, nothing, type Part } from "./path-parts.ts";

/**
 * Paths of a backtracking engine through a text: one place per class of the expression, and the places that
 * may follow each.
 */
export interface Paths {
  accepts: CharacterSet[];
  follows: Follows;
  /** Places after which nothing that could fail remains. */
  sure: Set<number>;
  /** Place that skips the text before a match; null if a match can only begin at the start. */
  search: number | null;
}

export interface PathOptions {
  /**
   * Repeats of one class are written out up to this count; larger ones become loops, which have more paths,
   * not fewer.
   */
  writtenOutMax: number;
}

const lookBehindMax = 64;
const copiesMax = 3;
const copiesOfClassMax = 64;

interface Drawing {
  flags: string;
  sets: CharacterSets;
  writtenOutMax: number;
  accepts: CharacterSet[];
  follows: Follows;
  groups: Map<string, { body: PatternTree; isSet: boolean } | null>;
  budget: number;
  optionalDepth: number;
  isKnown: boolean;
}

/**
 * Returns null if the expression cannot be drawn as paths. `budget` limits the product of the repeats that
 * are written out.
 */
export function buildPaths(
  tree: PatternTree,
  flags: string,
  sets: CharacterSets,
  { writtenOutMax }: PathOptions,
): { paths: Paths; budget: number } | null {
  const drawing: Drawing = {
    ...{ flags, sets, writtenOutMax },
    accepts: [],
    follows: [],
    groups: new Map(),
    budget: 1,
    optionalDepth: 0,
    isKnown: true,
  };
  const { first, sure } = build(drawing, tree);
  const { accepts, follows, budget, isKnown } = drawing;
  const search = flags.includes("y")
    ? null
    : addSearch(first, { accepts, follows, addPlace: (set) => addPlace(drawing, set), sets });
  return isKnown ? { paths: { accepts, follows, sure: new Set(sure), search }, budget } : null;
}

function addPlace(drawing: Drawing, set: CharacterSet): number {
  drawing.follows.push(new Map());
  return drawing.accepts.push(set) - 1;
}

function join(drawing: Drawing, a: Part, b: Part): Part {
  return joinParts(a, b, drawing.follows);
}

function repeat(drawing: Drawing, { min, max, body }: PatternTree & { kind: "repeat" }): Part {
  if (max === 0) return nothing();
  const isShort = body.kind === "class" && min <= copiesOfClassMax;
  const isWrittenOut =
    max <= 1 || (max <= copiesMax && min === max) || (isShort && max <= drawing.writtenOutMax);
  if (isWrittenOut) {
    drawing.budget *= max - min + 1;
    let optional = nothing();
    for (let count = max; count > min; count--)
      optional = choose([join(drawing, build(drawing, body), optional), nothing()]);
    return copy(drawing, body, min, optional);
  }
  if (isShort && min > 1 && max === Infinity)
    return copy(drawing, body, min - 1, repeat(drawing, { kind: "repeat", min: 1, max, body }));
  const part = build(drawing, body);
  connect(drawing.follows, part.last, part.first);
  if (min > 1) return { ...part, sure: [] };
  return min === 1 ? part : { ...part, empty: [null], isSurelyEmpty: true };
}

function copy(drawing: Drawing, body: PatternTree, count: number, rest: Part): Part {
  let whole = rest;
  for (let done = 0; done < count; done++) whole = join(drawing, build(drawing, body), whole);
  return whole;
}

function assertion(drawing: Drawing, sort: string): Part {
  const isLines = drawing.flags.includes("m");
  const before = isLines ? drawing.sets.of(String.raw`[\n\r\u2028\u2029]`) : "start";
  const guard = sort === "^" ? before : sort === "b" ? "boundary" : null;
  return { ...nothing(), empty: [guard], isSurelyEmpty: false };
}

function look(drawing: Drawing, { isBehind, isNegative, body }: PatternTree & { kind: "look" }): Part {
  if (!isBehind) return { ...build(drawing, body), last: [], sure: [], empty: [null], isSurelyEmpty: false };
  if (lengthOf(body) > lookBehindMax) drawing.isKnown = false;
  const set = singleSet(body, drawing.sets);
  const guard = set === null ? null : isNegative ? drawing.sets.without(set) : set;
  return { ...nothing(), empty: [guard], isSurelyEmpty: false };
}

/** A group's match is matched again in one way; the group's paths stand for it. */
function reference(drawing: Drawing, name: string): Part {
  const group = drawing.groups.get(name);
  if (group === undefined || group === null) return { ...nothing(), isSurelyEmpty: false };
  const part = build(drawing, group.body);
  return { ...part, sure: [], empty: group.isSet ? part.empty : [null], isSurelyEmpty: false };
}

function build(drawing: Drawing, node: PatternTree): Part {
  if (node.kind === "class") {
    const set = drawing.sets.of(node.text);
    if (set.length === 0) drawing.isKnown = false;
    const place = addPlace(drawing, set);
    return {
      first: [{ place, guard: null }],
      last: [place],
      sure: [place],
      empty: [],
      isSurelyEmpty: false,
    };
  }
  if (node.kind === "sequence")
    return sequence(drawing, node.parts)
      .map((part) => build(drawing, part))
      .reduce((a, b) => join(drawing, a, b), nothing());
  if (node.kind === "choice" || node.kind === "repeat") {
    const isOptional = node.kind === "choice" || node.min === 0;
    drawing.optionalDepth += isOptional ? 1 : 0;
    const part =
      node.kind === "choice"
        ? choose(node.options.map((part) => build(drawing, part)))
        : repeat(drawing, node);
    drawing.optionalDepth -= isOptional ? 1 : 0;
    return part;
  }
  if (node.kind === "assertion") return assertion(drawing, node.sort);
  if (node.kind === "look") return look(drawing, node);
  if (node.kind === "reference") return reference(drawing, node.name);
  drawing.groups.set(node.name, null);
  const part = build(drawing, node.body);
  drawing.groups.set(node.name, { body: node.body, isSet: drawing.optionalDepth === 0 });
  return part;
}

function sequence(drawing: Drawing, parts: readonly PatternTree[]): readonly PatternTree[] {
  const end = parts.at(-1);
  const before = parts.at(-2);
  const isEnd = end?.kind === "assertion" && end.sort === "$" && !drawing.flags.includes("m");
  const isSimple = before === undefined || !(takesAll(before, drawing.sets) || hasParts(before));
  return isEnd && !isSimple ? [...parts.slice(0, -2), withEnd(before, end, drawing.sets)] : parts;
}

/**
 * Adds a place that skips any character and leads to the first characters of a match, if what precedes them
 * fits.
 */
function addSearch(
  first: Part["first"],
  to: Pick<Paths, "accepts" | "follows"> & { addPlace(set: CharacterSet): number; sets: CharacterSets },
): number | null {
  const open = first.filter(({ guard }) => guard !== "start");
  if (open.length === 0) return null;
  const search = to.addPlace(to.sets.of("[^]"));
  to.follows[search]!.set(search, 1);
  const word = to.sets.of(String.raw`\w`);
  const other = to.sets.of(String.raw`\W`);
  for (const { place, guard } of open) {
    let before = guard;
    if (guard === "boundary") {
      const set = to.accepts[place]!;
      const isWord = to.sets.meet(set, other).length === 0;
      before = isWord ? other : to.sets.meet(set, word).length === 0 ? word : null;
    }
    let from = search;
    if (before !== null) {
      from = to.addPlace(before as CharacterSet);
      to.follows[search]!.set(from, 1);
    }
    to.follows[from]!.set(place, (to.follows[from]!.get(place) ?? 0) + 1);
  }
  return search;
}

function singleSet(node: PatternTree, sets: CharacterSets): CharacterSet | null {
  if (node.kind === "class") return sets.of(node.text);
  return node.kind === "sequence" && node.parts.length === 1 ? singleSet(node.parts[0]!, sets) : null;
}

/** Appends `$` to the tree, unless it ends with `[^]*`, which always reaches the end. */
function withEnd(node: PatternTree, end: PatternTree, sets: CharacterSets): PatternTree {
  if (node.kind === "group") return { ...node, body: withEnd(node.body, end, sets) };
  if (node.kind === "choice")
    return { ...node, options: node.options.map((option) => withEnd(option, end, sets)) };
  if (node.kind === "sequence" && node.parts.length > 0)
    return { ...node, parts: [...node.parts.slice(0, -1), withEnd(node.parts.at(-1)!, end, sets)] };
  return takesAll(node, sets) ? node : { kind: "sequence", parts: [node, end] };
}

function hasParts(node: PatternTree): boolean {
  return (
    node.kind === "group" || node.kind === "choice" || (node.kind === "sequence" && node.parts.length > 0)
  );
}

function takesAll(node: PatternTree, sets: CharacterSets): boolean {
  if (node.kind !== "repeat" || node.max !== Infinity || node.body.kind !== "class") return false;
  return sets.without(sets.of(node.body.text)).length === 0;
}

/** Returns the maximum number of characters that it can match. */
function lengthOf(node: PatternTree): number {
  if (node.kind === "class") return 1;
  if (node.kind === "sequence") return node.parts.reduce((sum, part) => sum + lengthOf(part), 0);
  if (node.kind === "choice") return Math.max(...node.options.map(lengthOf));
  if (node.kind === "repeat") return node.max * lengthOf(node.body);
  if (node.kind === "group") return lengthOf(node.body);
  if (node.kind === "look") return lengthOf(node.body);
  return node.kind === "reference" ? Infinity : 0;
}
