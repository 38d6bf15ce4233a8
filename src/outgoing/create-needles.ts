import { runAtOnce, type Sliced, stepsPerStop } from "../text/run-in-slices.ts";
import { classOf } from "./class-of.ts";
import { type CompactText, compactText } from "./compact-text.ts";
import { needleCharactersMin, type Spellings } from "./spell-secret.ts";

/** Part of a text: from `start` to before `end`. */
export interface Span {
  start: number;
  end: number;
}

/** Known secrets, prepared for the search. */
export interface Needles {
  /** Finds secrets in the text, in any of their spellings; ascending, not overlapping, in one pass. */
  find(text: string): Span[];
  findSliced(text: string): Sliced<Span[]>;
  add(spellings: readonly Spellings[]): void;
  /** Returns the number of needles. */
  size(): number;
}

const window = needleCharactersMin;
const base = 0x01000193;
const filterBits = 20;
/** Factor that the character leaving the window has been multiplied by. */
const leavingFactor = Array.from({ length: window }).reduce<number>((power) => Math.imul(power, base), 1);
const around = 8;
const tokenCharacters = classOf(/[0-9A-Za-z_+/=-]/);
const charactersPerStop = 65_536;

/**
 * Needles begin with an anchor of fixed length, whose rolling hash is looked up at every place of the text.
 */
export function createNeedles(spellings: readonly Spellings[]): Needles {
  const anchors: Anchors = { byHash: new Map(), filter: new Uint8Array(1 << (filterBits - 3)) };
  const short = new Map<string, Buffer>();
  const exact = new Set<string>();
  const size = () => anchors.byHash.size + short.size + exact.size;
  const add = (more: readonly Spellings[]) => {
    for (const text of more.flatMap(({ needles }) => needles)) {
      const needle = Buffer.from(text, "latin1");
      if (needle.length < window) short.set(text, needle);
      else addAnchor(anchors, needle);
    }
    for (const text of more.flatMap((spelling) => spelling.exact)) exact.add(text);
  };
  add(spellings);
  function* find(text: string): Sliced<Span[]> {
    if (size() === 0) return [];
    const compact = yield* compactText(text);
    const hits = yield* findAnchored(anchors, compact);
    const bytes = compact.bytes.subarray(0, compact.length);
    for (const needle of short.values()) yield* findAll(bytes, needle, needle.length, hits);
    const spans = hits.length === 0 ? [] : yield* toPlaces(text, hits);
    for (const form of exact) yield* findAll(text, form, form.length, spans);
    return yield* widenAll(text, spans);
  }
  return {
    add,
    size,
    find: (text) => runAtOnce(find(text)),
    findSliced: find,
  };
}

function addAnchor({ byHash, filter }: Anchors, needle: Buffer): void {
  let hash = 0;
  for (let at = 0; at < window; at += 1) hash = (Math.imul(hash, base) + needle[at]!) | 0;
  const others = byHash.get(hash);
  if (others === undefined) byHash.set(hash, [needle]);
  else if (!others.some((other) => other.equals(needle))) others.push(needle);
  const bit = bitOf(hash);
  filter[bit >>> 3]! |= 1 << (bit & 7);
}

function bitOf(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> (32 - filterBits);
}

interface Anchors {
  byHash: Map<number, Buffer[]>;
  filter: Uint8Array;
}

function* findAnchored(anchors: Anchors, compact: CompactText): Sliced<Span[]> {
  const spans: Span[] = [];
  let hash = 0;
  for (let from = 0; from < compact.length; from += charactersPerStop) {
    if (from > 0) yield;
    hash = findInSlice(anchors, compact, { from, hash }, spans);
  }
  return spans;
}

/** Returns the hash of the window with which the next slice continues. */
function findInSlice(
  { byHash, filter }: Anchors,
  { bytes, length }: CompactText,
  slice: { from: number; hash: number },
  spans: Span[],
): number {
  const stop = Math.min(length, slice.from + charactersPerStop);
  let { hash } = slice;
  for (let at = slice.from; at < stop; at += 1) {
    const left = at >= window ? bytes[at - window]! : 0;
    hash = (Math.imul(hash, base) + bytes[at]! - Math.imul(leavingFactor, left)) | 0;
    const bit = bitOf(hash);
    if ((filter[bit >>> 3]! & (1 << (bit & 7))) === 0 || at < window - 1) continue;
    const start = at - window + 1;
    for (const needle of byHash.get(hash) ?? []) {
      const end = start + needle.length;
      if (end <= length && startsAt(bytes, start, needle)) addOverlapping(spans, start, end);
    }
  }
  return hash;
}

/** Joins overlapping parts of one secret into one span. */
function addOverlapping(spans: Span[], start: number, end: number): void {
  const last = spans.at(-1);
  if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
  else spans.push({ start, end });
}

function startsAt(bytes: Uint8Array, start: number, needle: Uint8Array): boolean {
  for (let at = 0; at < needle.length; at += 1) if (bytes[start + at] !== needle[at]) return false;
  return true;
}

function* findAll<T>(
  text: { indexOf(needle: T, from: number): number },
  needle: T,
  length: number,
  spans: Span[],
): Sliced<void> {
  yield;
  for (let start = text.indexOf(needle, 0); start !== -1; start = text.indexOf(needle, start + length)) {
    spans.push({ start, end: start + length });
    if (spans.length % stepsPerStop === 0) yield;
  }
}

function* toPlaces(text: string, spans: readonly Span[]): Sliced<Span[]> {
  const places = new Uint32Array(text.length);
  yield* compactText(text, places);
  return spans.map(({ start, end }) => ({ start: places[start]!, end: places[end - 1]! + 1 }));
}

function* widenAll(text: string, spans: readonly Span[]): Sliced<Span[]> {
  const wide: Span[] = [];
  for (const span of spans) {
    wide.push(widen(text, span));
    if (wide.length % stepsPerStop === 0) yield;
  }
  return wide.length === 0 ? wide : mergeSpans(wide);
}

/** Extends a span over the rest of a token at both ends: the last characters of its base64, its prefix. */
function widen(text: string, { start, end }: Span): Span {
  let from = start;
  let to = end;
  while (from > Math.max(0, start - around) && tokenCharacters[text.charCodeAt(from - 1)] === 1) from -= 1;
  while (to < Math.min(text.length, end + around) && tokenCharacters[text.charCodeAt(to)] === 1) to += 1;
  return { start: from, end: to };
}

export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1);
    if (last !== undefined && span.start <= last.end) last.end = Math.max(last.end, span.end);
    else merged.push({ ...span });
  }
  return merged;
}
