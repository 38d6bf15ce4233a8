import { type ScriptValue, unwrapCall } from "./script-values.ts";

/** Functions that return the options they are given, with more behind that concern the build. */
const wrappers = /^(?:define|with)[A-Z]/;

/**
 * Adds the members of a spread value; those of a condition (`...(test && { a })`) may be there or not.
 * Returns whether it may add others.
 */
export function spreadInto(members: Map<string, ScriptValue>, given: ScriptValue): boolean {
  // `...withNextra()` has no options.
  if (given.kind === "call" && given.inputs.length === 0 && wrappers.test(given.name)) return false;
  const spread = unwrapCall(given, wrappers);
  const options = spread.kind === "either" ? spread.options : [spread];
  for (const option of options)
    if (option.kind === "object")
      for (const [key, value] of option.members)
        members.set(key, spread === option ? value : perhaps(value, members.get(key)));
  return options.some((option) => option.kind !== "object" || option.isOpen);
}

function perhaps(value: ScriptValue, before: ScriptValue = { kind: "absent" }): ScriptValue {
  return { kind: "either", options: [value, before] };
}
