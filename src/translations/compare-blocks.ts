import { findCommon } from "../diff/find-common.ts";
import { kindOf } from "./split-blocks.ts";

/** Indexes of blocks: from `start` to before `end`. */
export interface Range {
  start: number;
  end: number;
}

/** A place of a translation that no longer matches its source. */
export interface StalePlace {
  /** Blocks of the source at the time of the translation. */
  before: Range;
  /** Blocks of the current source. */
  now: Range;
  /** Blocks of the translation; empty if the source has something new. */
  translation: Range;
}

/**
 * Finds where a translation is stale, in its order. The parameters list the marks of blocks: of the source
 * when it was translated, of the current source, and of the translation. Pages with the same headings are
 * matched section by section, and sections with the same kinds of blocks block by block; otherwise a change
 * makes the whole section or page stale.
 */
export function findStalePlaces(
  before: readonly string[],
  now: readonly string[],
  translation: readonly string[],
): StalePlace[] {
  const changes = findChanges(before, now);
  const units = pairUnits(before.map(kindOf), translation.map(kindOf));
  const widened = changes.map((change) => widen(change.before, units));
  const places: StalePlace[] = [];
  for (const { before: range, translation: place } of widened) {
    const last = places.at(-1);
    if (last !== undefined && range.start <= last.before.end) {
      last.before.end = Math.max(last.before.end, range.end);
      last.translation.end = Math.max(last.translation.end, place.end);
    } else places.push({ before: { ...range }, now: { start: 0, end: 0 }, translation: { ...place } });
  }
  for (const place of places) {
    place.now.start = moveTo(changes, place.before.start, ({ end }) => end < place.before.start);
    place.now.end = moveTo(changes, place.before.end, ({ end }) => end <= place.before.end);
  }
  return places;
}

interface Change {
  before: Range;
  now: Range;
}

function findChanges(before: readonly string[], now: readonly string[]): Change[] {
  const [keptBefore, keptNow] = findCommon(before, now);
  const changes: Change[] = [];
  for (let i = 0, j = 0; i < before.length || j < now.length; ) {
    const start = { i, j };
    while (i < before.length && !keptBefore.has(i)) i += 1;
    while (j < now.length && !keptNow.has(j)) j += 1;
    if (i > start.i || j > start.j)
      changes.push({ before: { start: start.i, end: i }, now: { start: start.j, end: j } });
    if (i < before.length) i += 1;
    if (j < now.length) j += 1;
  }
  return changes;
}

interface Unit {
  before: Range;
  translation: Range;
}

/** Pairs the blocks of both pages that correspond; covers all of both, in order. */
function pairUnits(before: readonly string[], translation: readonly string[]): Unit[] {
  const all: Unit = {
    before: { start: 0, end: before.length },
    translation: { start: 0, end: translation.length },
  };
  const headings = (kinds: readonly string[]) =>
    kinds.flatMap((kind, index) => (/^(?:h\d|front)$/.test(kind) ? [index] : []));
  const [ofBefore, ofTranslation] = [headings(before), headings(translation)];
  const isAlike =
    ofBefore.length === ofTranslation.length &&
    ofBefore.every((index, at) => before[index] === translation[ofTranslation[at]!]);
  if (!isAlike) return [all];
  const units: Unit[] = [];
  let [i, j] = [0, 0];
  for (let at = 0; at <= ofBefore.length; at += 1) {
    const endBefore = ofBefore[at] ?? before.length;
    const endTranslation = ofTranslation[at] ?? translation.length;
    const section = {
      before: { start: i, end: endBefore },
      translation: { start: j, end: endTranslation },
    };
    units.push(...pairSection(section, before, translation));
    if (at < ofBefore.length) units.push(pairOne(endBefore, endTranslation));
    [i, j] = [endBefore + 1, endTranslation + 1];
  }
  return units;
}

function pairSection(section: Unit, before: readonly string[], translation: readonly string[]): Unit[] {
  const { start, end } = section.before;
  const count = end - start;
  const offset = section.translation.start - start;
  const isAlike =
    section.translation.end - section.translation.start === count &&
    before.slice(start, end).every((kind, at) => kind === translation[start + at + offset]);
  if (!isAlike) return [section];
  return Array.from({ length: count }, (_, at) => pairOne(start + at, start + at + offset));
}

function pairOne(before: number, translation: number): Unit {
  return {
    before: { start: before, end: before + 1 },
    translation: { start: translation, end: translation + 1 },
  };
}

/**
 * Returns the whole units that a change of the source touches; for new blocks, an empty range between two
 * units.
 */
function widen(change: Range, units: readonly Unit[]): Unit {
  const touched = units.filter(({ before }) => before.start < change.end && before.end > change.start);
  const [first, last] = [touched[0], touched.at(-1)];
  if (first !== undefined && last !== undefined)
    return {
      before: { start: first.before.start, end: last.before.end },
      translation: { start: first.translation.start, end: last.translation.end },
    };
  const next = units.find(({ before }) => before.start >= change.start);
  const at = next?.translation.start ?? units.at(-1)?.translation.end ?? 0;
  return { before: change, translation: { start: at, end: at } };
}

/** Returns the current position of a place between blocks of the source, after the changes that count. */
function moveTo(changes: readonly Change[], at: number, counts: (before: Range) => boolean): number {
  return changes
    .filter(({ before }) => counts(before))
    .reduce((sum, { before, now }) => sum + (now.end - now.start) - (before.end - before.start), at);
}
