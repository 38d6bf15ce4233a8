import type { ScriptValue } from "./script-values.ts";

/** More parts than the settings and menus of any site have. */
const partsMax = 100_000;
const known = new WeakMap<ScriptValue, number>();
const unknown: ScriptValue = { kind: "unknown" };

/**
 * Returns the value, or an unknown one in its place if it has too many parts: a few lines can name each other
 * so often that whoever goes through what they stand for never ends.
 */
export function limitValue(value: ScriptValue): ScriptValue {
  return countParts(value) > partsMax ? unknown : value;
}

/** What is shared counts as often as it is there. */
function countParts(value: ScriptValue): number {
  const before = known.get(value);
  if (before !== undefined) return before;
  let count = 1;
  for (const part of partsOf(value)) count += countParts(part);
  known.set(value, count);
  return count;
}

function partsOf(value: ScriptValue): Iterable<ScriptValue> {
  if (value.kind === "list") return value.items;
  if (value.kind === "object") return value.members.values();
  if (value.kind === "either") return value.options;
  if (value.kind === "call") return value.inputs;
  return value.kind === "function" ? [value.returned] : [];
}
