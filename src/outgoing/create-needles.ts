import { runAtOnce, type Sliced, stepsPerStop } from "../text/run-in-slices.ts";
import { classOf } from "./class-of.ts";
import { type CompactText, compactText } from "./compact-text.ts";
import { needleCharactersMin, type Spellings } from "./spell-secret.ts";

/** A part of a text: from `start` to before `end`. */
export interface Span {
  start: number;
  end: number;
}

/** Known secrets, ready to be looked for. */
export interface Needles {
  /** Where a secret stands in the text, in any of its spellings; ascending, not overlapping. One pass. */
  find(text: string): Span[];
  findSliced(text: string): Sliced<Span[]>;
  add(spellings: readonly Spellings[]): void;
  /** How many there are. */
  size(): number;
}

const window = needleCharactersMin;
const base = 0x01000193;
const filterBits = 20;
const around = 8;
const tokenCharacters = classOf(/[0-9A-Za-z_+/=-]/);
const charactersPerStop = 65_536;

/**
 * Needles begin with an anchor of fixed length, whose rolling hash is looked up for every place of the text.
 */
export function createNeedles(spellings: readonly Spellings[]): Needles {
  const anchors = new Map<number, Buffer[]>();
  const filter = new Uint8Array(1 << (filterBits - 3));
  const short = new Map<string, Buffer>();
  const exact = new Set<string>();
  const size = () => anchors.size + short.size + exact.size;
  const add = (more: readonly Spellings[]) => {
    for (const text of more.flatMap(({ needles }) => needles)) {
      const needle = Buffer.from(text, "latin1");
      if (needle.length < window) short.set(text, needle);
      else addAnchor(anchors, filter, needle);
    }
    for (const text of more.flatMap((spelling) => spelling.exact)) exact.add(text);
  };
  add(spellings);
  function* find(text: string): Sliced<Span[]> {
    if (size() === 0) return [];
    const compact = yield* compactText(text);
    const hits = yield* findAnchored(anchors, filter, compact);
    const { buffer, byteOffset } = compact.bytes;
    const bytes = Buffer.from(buffer, byteOffset, compact.length);
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

function addAnchor(anchors: Map<number, Buffer[]>, filter: Uint8Array, needle: Buffer): void {
  let hash = 0;
  for (let at = 0; at < window; at += 1) hash = (Math.imul(hash, base) + needle[at]!) | 0;
  const others = anchors.get(hash);
  if (others === undefined) anchors.set(hash, [needle]);
  else if (!others.some((other) => other.equals(needle))) others.push(needle);
  const bit = bitOf(hash);
  filter[bit >>> 3]! |= 1 << (bit & 7);
}

function bitOf(hash: number): number {
  return Math.imul(hash, 0x9e3779b1) >>> (32 - filterBits);
}

function* findAnchored(
  anchors: ReadonlyMap<number, Buffer[]>,
  filter: Uint8Array,
  { bytes, length }: CompactText,
): Sliced<Span[]> {
  const spans: Span[] = [];
  let leaving = 1;
  for (let power = 0; power < window; power += 1) leaving = Math.imul(leaving, base);
  let hash = 0;
  for (let at = 0; at < length; ) {
    if (at > 0) yield;
    for (const stop = Math.min(length, at + charactersPerStop); at < stop; at += 1) {
      const left = at >= window ? bytes[at - window]! : 0;
      hash = (Math.imul(hash, base) + bytes[at]! - Math.imul(leaving, left)) | 0;
      const bit = Math.imul(hash, 0x9e3779b1) >>> (32 - filterBits);
      if ((filter[bit >>> 3]! & (1 << (bit & 7))) === 0 || at < window - 1) continue;
      const start = at - window + 1;
      for (const needle of anchors.get(hash) ?? []) {
        const end = start + needle.length;
        if (end <= length && startsAt(bytes, start, needle)) addOverlapping(spans, start, end);
      }
    }
  }
  return spans;
}

/** Parts of one secret overlap: together they are one place. */
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

/** Takes in what is left of a token at both ends: the last characters of its base64, its prefix. */
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
