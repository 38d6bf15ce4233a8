import type { CharacterSet } from "./character-sets.ts";

/** What must precede a place: a set, the start of the text, or a word boundary. */
export type Guard = CharacterSet | "start" | "boundary" | null;

export interface Part {
  first: { place: number; guard: Guard }[];
  last: number[];
  sure: number[];
  /** One for each way to match nothing. */
  empty: Guard[];
  isSurelyEmpty: boolean;
}

const waysMax = 2;

/** Place → place → number of ways in which it follows. */
export type Follows = Map<number, number>[];

export function connect(follows: Follows, last: readonly number[], first: Part["first"]): void {
  for (const from of last)
    for (const { place, guard } of first)
      if (guard !== "start") follows[from]!.set(place, (follows[from]!.get(place) ?? 0) + 1);
}

export function joinParts(a: Part, b: Part, follows: Follows): Part {
  connect(follows, a.last, b.first);
  const skipped = a.empty.flatMap((guard) =>
    b.first.map((one) => ({ place: one.place, guard: both(guard, one.guard) })),
  );
  const empty = a.empty.flatMap((guard) => b.empty.map((other) => both(guard, other)));
  return {
    first: [...a.first, ...skipped],
    last: [...b.last, ...b.empty.slice(0, waysMax).flatMap(() => a.last)],
    sure: b.isSurelyEmpty ? [...b.sure, ...a.sure] : b.sure,
    empty: empty.slice(0, waysMax),
    isSurelyEmpty: a.isSurelyEmpty && b.isSurelyEmpty,
  };
}

export function choose(parts: readonly Part[]): Part {
  return {
    first: parts.flatMap(({ first }) => first),
    last: parts.flatMap(({ last }) => last),
    sure: parts.flatMap(({ sure }) => sure),
    empty: mostOpen(parts.flatMap(({ empty }) => empty)),
    isSurelyEmpty: parts.some(({ isSurelyEmpty }) => isSurelyEmpty),
  };
}

export function nothing(): Part {
  return { first: [], last: [], sure: [], empty: [null], isSurelyEmpty: true };
}

function both(a: Guard, b: Guard): Guard {
  if (a === "start" || b === "start") return "start";
  return a ?? b;
}

/** Returns the ways to match nothing that require least. */
function mostOpen(guards: readonly Guard[]): Guard[] {
  return guards.toSorted((a, b) => Number(a !== null) - Number(b !== null)).slice(0, waysMax);
}
