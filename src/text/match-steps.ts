/** A part of a compiled path pattern; numbers are code points, or the indexes of possible next steps. */
export type Step =
  | { match: "character"; code: number; next: number }
  /** One character other than `/`. */
  | { match: "one"; next: number; accepts?: (code: number) => boolean }
  /** Any number of characters other than `/`. */
  | { match: "name"; next: number }
  /** Any number of whole folders, each with its `/`. */
  | { match: "folders"; next: number }
  | { match: "fork"; next: readonly number[] }
  | { match: "end" };

const slash = 47;

/**
 * Whether steps match a path, read with a `/` after its last name: the path itself, or one of its parent
 * folders. Follows all ways through the pattern at once, so that the time is at most in proportion to both
 * lengths.
 */
export function matchSteps(
  steps: readonly Step[],
  path: string,
  wanted: { path: boolean; above: boolean },
): boolean {
  const walk: Walk = { steps, marks: new Uint32Array(steps.length), mark: 0, next: [], hasEnded: false };
  let spare: number[] = [];
  begin(walk, []);
  enter(walk, 0);
  for (let at = 0; at <= path.length; ) {
    const isLast = at === path.length;
    const code = isLast ? slash : path.codePointAt(at)!;
    at += code > 0xffff ? 2 : 1;
    const places = walk.next;
    begin(walk, spare);
    for (const place of places) advance(walk, place, code);
    spare = places;
    if (walk.hasEnded && code === slash && (isLast ? wanted.path : wanted.above)) return true;
    if (walk.next.length === 0) return false;
  }
  return false;
}

interface Walk {
  steps: readonly Step[];
  /** Number of the last character at which each step was entered: no step is entered twice at one. */
  marks: Uint32Array;
  mark: number;
  next: number[];
  hasEnded: boolean;
}

function begin(walk: Walk, next: number[]): void {
  walk.mark += 1;
  walk.next = next;
  next.length = 0;
  walk.hasEnded = false;
}

function enter(walk: Walk, first: number): void {
  if (walk.marks[first] === walk.mark) return;
  walk.marks[first] = walk.mark;
  const step = walk.steps[first]!;
  if (step.match === "end") walk.hasEnded = true;
  else if (step.match === "fork") for (const place of step.next) enter(walk, place);
  else {
    walk.next.push(first);
    if (step.match === "name" || step.match === "folders") enter(walk, step.next);
  }
}

function advance(walk: Walk, place: number, code: number): void {
  const step = walk.steps[place]!;
  if (step.match === "character") {
    if (step.code === code) enter(walk, step.next);
  } else if (step.match === "one") {
    if (code !== slash && (step.accepts?.(code) ?? true)) enter(walk, step.next);
  } else if (step.match === "name") {
    if (code !== slash) enter(walk, place);
  } else if (step.match === "folders") {
    if (code === slash) enter(walk, place);
    // Inside a name: the next steps wait for the slash.
    else walk.next.push(place);
  }
}
