import { type ScriptValue, unwrapCall } from "../script/script-values.ts";

export interface VitepressRoot {
  root: ScriptValue;
  /** A package that may set more than the configuration shows. */
  setsMore: string | null;
}

const wrappers = /^(?:define|extend|with)[A-Z]/;

/** Packages that leave headings and addresses as they are. */
const harmless =
  /^(?:vitepress|vitepress\/.*|vitepress-plugin-mermaid|vitepress-(?:sidebar|i18n|export-pdf)|@vite-pwa\/vitepress|@sugarat\/theme\/.*)$/;

const extendsMax = 5;

/** Returns the configuration itself, with what it extends below it. */
export function readRoot(value: ScriptValue, depth = 0): VitepressRoot {
  const root = unwrapCall(value, wrappers);
  const own = findSetter(value);
  const base = root.kind === "object" && depth < extendsMax ? root.members.get("extends") : undefined;
  if (base === undefined) return { root, setsMore: own };
  const below = readRoot(base, depth + 1);
  const setsMore = own ?? below.setsMore;
  if (below.root.kind === "object") return { root: merge(below.root, root), setsMore };
  return { root, setsMore: setsMore ?? (isHarmless(below.root) ? null : "what the configuration extends") };
}

function isHarmless(value: ScriptValue): boolean {
  return (value.kind === "call" || value.kind === "package") && harmless.test(value.source ?? "");
}

/** Returns the first package around the configuration that is not known. */
function findSetter(value: ScriptValue): string | null {
  if (value.kind === "function") return findSetter(value.returned);
  if (value.kind !== "call" || !wrappers.test(value.name)) return null;
  if (value.source !== null && !harmless.test(value.source)) return value.source;
  return value.inputs[0] === undefined ? null : findSetter(value.inputs[0]);
}

/** As VitePress does: lists follow each other, and members of the upper one replace those of the other. */
function merge(lower: ScriptValue, upper: ScriptValue): ScriptValue {
  if (lower.kind === "list" && upper.kind === "list")
    return { ...upper, items: [...lower.items, ...upper.items], isOpen: lower.isOpen || upper.isOpen };
  if (lower.kind !== "object" || upper.kind !== "object") return upper;
  const members = new Map(lower.members);
  for (const [key, value] of upper.members) {
    const below = lower.members.get(key);
    members.set(key, below === undefined ? value : merge(below, value));
  }
  return {
    ...upper,
    members,
    places: new Map([...lower.places, ...upper.places]),
    isOpen: lower.isOpen || upper.isOpen,
  };
}
