import type { ScriptValue } from "./read-script.ts";

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

function isTold({ kind }: ScriptValue): boolean {
  return (
    kind !== "unknown" && kind !== "either" && kind !== "call" && kind !== "function" && kind !== "package"
  );
}

export function textMember(value: ScriptValue | undefined, key: string): Told<string> {
  const found = member(value, key);
  if (found === undefined || found === computed) return found;
  return found.kind === "value" && typeof found.value === "string" ? found.value : computed;
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
