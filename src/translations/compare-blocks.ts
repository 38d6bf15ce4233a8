import { findCommon } from "../diff/find-common.ts";
import { kindOf } from "./split-blocks.ts";

/** Indexes of blocks: from `start` to before `end`. */
export interface Range {
  start: number;
  end: number;
}

/** A place of a translation that no longer says what its source says. */
export interface StalePlace {
  /** Of the source as it was translated. */
  before: Range;
  /** Of the source as it is. */
  now: Range;
  /** Of the translation; empty where the source has something new. */
  translation: Range;
}

/**
 * Where a translation is stale, in its order. All are lists of blocks' marks: the source as it was
 * translated, the source as it is, and the translation. Two pages with the same headings belong together
 * section by section, sections of the same kinds of blocks block by block; a change of anything else makes
 * the whole section or page stale.
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

/** Blocks of both pages that stand for each other, all of both in order. */
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

/** The whole units that a change of the source is about; between two units for what is new there. */
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

/** Where a place between blocks of the source is now, after those of its changes that count. */
function moveTo(changes: readonly Change[], at: number, counts: (before: Range) => boolean): number {
  return changes
    .filter(({ before }) => counts(before))
    .reduce((sum, { before, now }) => sum + (now.end - now.start) - (before.end - before.start), at);
}
