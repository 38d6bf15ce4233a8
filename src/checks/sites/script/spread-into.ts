import type { ScriptValue } from "./script-values.ts";

/**
 * Adds the members of a spread value; those of a condition (`...(test && { a })`) may be there or not.
 * Returns whether it may add others.
 */
export function spreadInto(members: Map<string, ScriptValue>, spread: ScriptValue): boolean {
  const options = spread.kind === "either" ? spread.options : [spread];
  for (const option of options)
    if (option.kind === "object")
      for (const [key, value] of option.members)
        members.set(key, spread === option ? value : { kind: "unknown" });
  return options.some((option) => option.kind !== "object" || option.isOpen);
}
