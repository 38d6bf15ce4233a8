import { buildPaths, type Paths } from "./build-paths.ts";
import { type CharacterSets, createCharacterSets } from "./character-sets.ts";
import { parsePattern } from "./parse-pattern.ts";

const placesMax = 4_000;
const triplesMax = 2_000_000;
/** Limit for the paths from one start to which bounded repeats may multiply. */
const budgetMax = 256;
const setsOf = new Map<string, CharacterSets>();

/**
 * Returns how fast a backtracking engine's paths through a text may grow with its length: 0 for at most
 * linearly, 1 for quadratically, and so on; Infinity for exponentially, or if nothing can be shown. Nothing
 * is run or timed. A text makes an expression slow only if one stretch of it leads along two loops, or twice
 * around one; the expression's automaton is searched for this. Assertions count as fulfilled, so there are
 * more paths here than in the engine: the result may be too large, never too small.
 */
export function measureAmbiguity(source: string, flags: string): number {
  const tree = parsePattern(source, flags);
  if (tree === null) return Infinity;
  const key = flags.replace(/[^imsuv]/g, "");
  const sets = setsOf.get(key) ?? createCharacterSets(key);
  setsOf.set(key, sets);
  let least = Infinity;
  for (const writtenOutMax of [0, 64]) {
    if (least === 0) break;
    const built = buildPaths(tree, flags, sets, { writtenOutMax });
    if (built === null || built.paths.accepts.length > placesMax) continue;
    if (writtenOutMax === 0 || built.budget <= budgetMax)
      least = Math.min(least, degreeOf(built.paths, sets));
  }
  return least;
}

function degreeOf(paths: Paths, sets: CharacterSets): number {
  // A loop comes before those that lead to it.
  const loops = findLoops(paths);
  if (loops.some((loop) => goesTwiceAround(paths, loop, sets))) return Infinity;
  const degrees: number[] = [];
  for (const [index, from] of loops.entries()) {
    const reached = walk([...from], (place) => paths.follows[place]!.keys());
    let degree = 0;
    for (const [other, to] of loops.slice(0, index).entries()) {
      if (![...to].some((place) => reached.has(place))) continue;
      degree = Math.max(degree, degrees[other]! + (leadsAlongBoth(paths, from, to, sets) ? 1 : 0));
    }
    degrees.push(degree);
  }
  return Math.max(0, ...degrees);
}

/** Returns strongly connected places, each as a set; a loop comes after those that it leads to. */
function findLoops({ follows }: Paths): Set<number>[] {
  const loops: Set<number>[] = [];
  const numbers = new Map<number, number>();
  const lows = new Map<number, number>();
  const stack: number[] = [];
  const open = new Set<number>();
  const enter = (place: number): void => {
    numbers.set(place, numbers.size);
    lows.set(place, numbers.get(place)!);
    stack.push(place);
    open.add(place);
    for (const next of follows[place]!.keys()) {
      if (!numbers.has(next)) enter(next);
      if (open.has(next)) lows.set(place, Math.min(lows.get(place)!, lows.get(next)!));
    }
    if (lows.get(place) !== numbers.get(place)) return;
    const members = new Set(stack.splice(stack.indexOf(place)));
    for (const member of members) open.delete(member);
    if (members.size > 1 || follows[place]!.has(place)) loops.push(members);
  };
  for (const place of follows.keys()) if (!numbers.has(place)) enter(place);
  return loops;
}

/** Whether one text leads from a place back to it in two ways. */
function goesTwiceAround({ accepts, follows }: Paths, loop: Set<number>, sets: CharacterSets): boolean {
  const inside = (place: number) => [...follows[place]!].filter(([next]) => loop.has(next));
  for (const place of loop) if (inside(place).some(([, ways]) => ways > 1)) return true;
  const size = accepts.length;
  const before = new Map<number, number[]>();
  const reached = walk(
    [...loop].map((place) => place * size + place),
    (pair) => {
      const nexts: number[] = [];
      for (const [a] of inside(Math.floor(pair / size)))
        for (const [b] of inside(pair % size))
          if (sets.meet(accepts[a]!, accepts[b]!).length > 0) nexts.push(a * size + b);
      for (const next of nexts) before.set(next, [...(before.get(next) ?? []), pair]);
      return nexts;
    },
  );
  const same = [...reached].filter((pair) => Math.floor(pair / size) === pair % size);
  return walk(same, (pair) => before.get(pair) ?? []).size > same.length;
}

/** Whether one text leads around the first loop, from it to the second, and around the second. */
function leadsAlongBoth(
  { accepts, follows, sure }: Paths,
  first: Set<number>,
  second: Set<number>,
  sets: CharacterSets,
): boolean {
  // A loop of sure places means a match: nothing else is tried.
  const ends = [...second].filter((place) => !sure.has(place));
  if (ends.length === 0) return false;
  const size = accepts.length;
  const step = function* (triple: number): Generator<number> {
    const [a, b, c] = [Math.floor(triple / size / size), Math.floor(triple / size) % size, triple % size];
    for (const nextA of follows[a]!.keys()) {
      if (!first.has(nextA)) continue;
      for (const nextC of follows[c]!.keys()) {
        if (!second.has(nextC) || sure.has(nextC)) continue;
        const shared = sets.meet(accepts[nextA]!, accepts[nextC]!);
        if (shared.length === 0) continue;
        for (const nextB of follows[b]!.keys())
          if (sets.meet(shared, accepts[nextB]!).length > 0) yield (nextA * size + nextB) * size + nextC;
      }
    }
  };
  for (const start of first) {
    for (const end of ends) {
      const goal = (start * size + end) * size + end;
      const reached = walk([(start * size + start) * size + end], step, goal);
      if (reached.has(goal) || reached.size > triplesMax) return true;
    }
  }
  return false;
}

function walk(from: readonly number[], nexts: (place: number) => Iterable<number>, goal = -1): Set<number> {
  const seen = new Set(from);
  for (const place of seen) {
    if (seen.size > triplesMax || seen.has(goal)) break;
    for (const next of nexts(place)) seen.add(next);
  }
  return seen;
}
