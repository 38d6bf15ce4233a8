import type { Place } from "../../model/place.ts";
import type { Node } from "./syntax-tree.ts";

/** Where a list or an object begins, if it is written out there. */
export interface ScriptSpot {
  path: string;
  start: number;
}

/** A value in a script, as far as its text shows it. */
export type ScriptValue =
  | { kind: "value"; value: string | number | boolean | null; place: Place }
  /** A text behind others in a sum: `place` is that of the last one, and `prefix` is what precedes it. */
  | { kind: "joined"; value: string; prefix: string; place: Place }
  | { kind: "list"; items: ScriptValue[]; isOpen: boolean; at?: ScriptSpot }
  | {
      kind: "object";
      members: ReadonlyMap<string, ScriptValue>;
      /** Places of the members whose names are in this file. */
      places: ReadonlyMap<string, Place>;
      /** True if computed members may follow. */
      isOpen: boolean;
      at?: ScriptSpot;
    }
  | { kind: "pattern"; source: string }
  /** `source`: package that the function is imported from; `from`: file of the function, or of the call. */
  | { kind: "call"; name: string; inputs: ScriptValue[]; source: string | null; from: string }
  /** `__dirname`: the folder of the file that is read. */
  | { kind: "folder"; from: string }
  /** An export of a package. */
  | { kind: "package"; source: string }
  | { kind: "function"; returned: ScriptValue; from: string }
  /** A function of one value, as it is written; `around`: what its file holds. */
  | { kind: "transform"; parameter: string; body: Node; around: readonly Node[]; from: string }
  /** One of the options, or none if there is only one; which one is known only when the script runs. */
  | { kind: "either"; options: ScriptValue[] }
  /** `undefined`. */
  | { kind: "absent" }
  | { kind: "unknown" };

/**
 * Stands for a value that the text does not show. An absent member is `undefined`; one that is computed, or
 * may come from a spread, is this.
 */
export const computed = Symbol("computed");

export type Told<Value> = Value | undefined | typeof computed;

export function member(value: ScriptValue | undefined, key: string): Told<ScriptValue> {
  if (value === undefined) return undefined;
  if (value.kind !== "object") return computed;
  const found = value.members.get(key);
  if (found === undefined) return value.isOpen ? computed : undefined;
  return isTold(found) ? found : computed;
}

/** Returns a member that is told; undefined also for one that is computed. */
export function knownMember(value: ScriptValue | undefined, key: string): ScriptValue | undefined {
  const found = member(value, key);
  return found === computed ? undefined : found;
}

/** Returns a member that is written out, whatever its value is. */
export function writtenMember(value: ScriptValue | undefined, key: string): ScriptValue | undefined {
  return value?.kind === "object" ? value.members.get(key) : undefined;
}

export function writtenMembers(value: ScriptValue | undefined): ScriptValue[] {
  return value?.kind === "object" ? [...value.members.values()] : [];
}

export type WrittenText = Extract<ScriptValue, { kind: "value" | "joined" }> & { value: string };

export function isWrittenText(value: ScriptValue | undefined): value is WrittenText {
  return (value?.kind === "value" || value?.kind === "joined") && typeof value.value === "string";
}

function isTold({ kind }: ScriptValue): boolean {
  return (
    kind !== "unknown" &&
    kind !== "absent" &&
    kind !== "either" &&
    kind !== "call" &&
    kind !== "function" &&
    kind !== "transform" &&
    kind !== "folder" &&
    kind !== "package"
  );
}

export function textMember(value: ScriptValue | undefined, key: string): Told<string> {
  const found = member(value, key);
  if (found === undefined || found === computed) return found;
  return found.kind === "value" && typeof found.value === "string" ? found.value : computed;
}

/** Returns where a member that is a text is written out, as the source of a redirect; else nothing. */
export function textPlace(value: ScriptValue, key: string): { source?: Place } {
  const found = value.kind === "object" ? value.members.get(key) : undefined;
  return found?.kind === "value" && typeof found.value === "string" ? { source: found.place } : {};
}

export function flagMember(value: ScriptValue | undefined, key: string): Told<boolean> {
  const found = member(value, key);
  if (found === undefined || found === computed) return found;
  return found.kind === "value" && typeof found.value === "boolean" ? found.value : computed;
}

export function textsMember(value: ScriptValue | undefined, key: string): Told<string[]> {
  const found = member(value, key);
  if (found === undefined || found === computed) return found;
  if (found.kind !== "list" || found.isOpen) return computed;
  const texts = found.items.map((item) => (item.kind === "value" ? item.value : null));
  return texts.every((text) => typeof text === "string") ? texts : computed;
}

/**
 * Returns the argument of `defineConfig(x)`, `withPwa(x)` and the like, or the result of a function there.
 */
export function unwrapCall(value: ScriptValue, names: RegExp): ScriptValue {
  let current = value;
  for (;;) {
    if (current.kind === "function") current = current.returned;
    else if (current.kind === "call" && names.test(current.name) && current.inputs[0] !== undefined)
      current = current.inputs[0];
    else return current;
  }
}

/** Returns the member of an object or list, also in a call of `define…`; unknown if there is none. */
export function memberOf(whole: ScriptValue, name: string): ScriptValue {
  if (whole.kind === "list" && !whole.isOpen) return whole.items[Number(name)] ?? { kind: "unknown" };
  const object = unwrapCall(whole, /^define[A-Z]/);
  return (object.kind === "object" ? object.members.get(name) : undefined) ?? { kind: "unknown" };
}

/** Whether nothing in the value is computed but members of these names; an absent one is whole. */
export function isWritten(value: Told<ScriptValue>, ignored: readonly string[] = []): boolean {
  if (value === undefined) return true;
  if (value === computed || !isTold(value)) return false;
  if (value.kind === "list") return !value.isOpen && value.items.every((one) => isWritten(one, ignored));
  if (value.kind !== "object") return true;
  return (
    !value.isOpen &&
    [...value.members].every(([name, one]) => ignored.includes(name) || isWritten(one, ignored))
  );
}

/** Returns a part of a list that is known; `bounds` as in JavaScript. */
export function sliceList(list: ScriptValue, bounds: readonly ScriptValue[]): ScriptValue {
  const [start, end] = bounds.map((one) => (one.kind === "value" ? one.value : null));
  const isKnown = [start, end ?? 0].every((one) => typeof one === "number") && end !== null;
  if (list.kind !== "list" || list.isOpen || !isKnown) return { kind: "unknown" };
  return { kind: "list", items: list.items.slice(start as number, end as number | undefined), isOpen: false };
}

/** Joins a text that is known, and may be joined itself, with one that is written out. */
export function joinTexts(left: ScriptValue, right: ScriptValue): ScriptValue {
  const isText = left.kind === "value" || left.kind === "joined";
  if (!isText || typeof left.value !== "string") return { kind: "unknown" };
  if (right.kind !== "value" || typeof right.value !== "string") return { kind: "unknown" };
  return { kind: "joined", value: left.value + right.value, prefix: left.value, place: right.place };
}

const unknown: ScriptValue = { kind: "unknown" };

/** Returns everything that may be in a list; one unknown item stands for computed ones. */
export function itemsOf(value: ScriptValue, key: string): readonly ScriptValue[] {
  const raw = value.kind === "object" ? value.members.get(key) : undefined;
  if (raw?.kind === "either") return raw.options.flatMap(openList);
  const list = member(value, key);
  if (list === undefined) return [];
  return list === computed ? [unknown] : openList(list);
}

function openList(list: ScriptValue): readonly ScriptValue[] {
  if (list.kind !== "list") return [unknown];
  const items = list.items.flatMap((item) => (item.kind === "either" ? item.options : [item]));
  return list.isOpen ? [...items, unknown] : items;
}
