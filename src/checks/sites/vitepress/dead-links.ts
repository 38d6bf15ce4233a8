import { computed, member, type ScriptValue } from "../script/script-values.ts";

/** Slashes, words, dots and hyphens, escaped or not. */
const plainPattern = /^\^?(?:[\w/-]|\\[/.-])+$/;

/**
 * Reads `ignoreDeadLinks`: the addresses that something else than the site serves. A computed value may name
 * any.
 */
export function readIgnoredLinks(root: ScriptValue): (target: string) => boolean {
  const told = member(root, "ignoreDeadLinks");
  const none = (): boolean => false;
  if (told === undefined) return none;
  if (told === computed) return () => true;
  // Whether dead links stop a build does not show where they lead.
  if (told.kind === "value") return none;
  if (told.kind !== "list" || told.isOpen) return () => true;
  const rules = told.items.map(readRule);
  return (target) => rules.some((isIgnored) => isIgnored(target));
}

function readRule(item: ScriptValue): (target: string) => boolean {
  if (item.kind === "value") return (target) => target === item.value;
  if (item.kind !== "pattern") return () => true;
  // No address of a page has a host.
  if (/localhost|:/.test(item.source)) return () => false;
  if (!plainPattern.test(item.source)) return () => true;
  const isStart = item.source.startsWith("^");
  const text = item.source.replace(/^\^/, "").replaceAll("\\", "");
  return (target) => (isStart ? target.startsWith(text) : target.includes(text));
}
