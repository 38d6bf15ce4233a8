import type { Line } from "./page-lines.ts";

/** Definitions of `[name]:` and `[^note]:` in a page, by normalized name. */
export type Definitions = ReadonlyMap<string, string>;

const definitionsMax = 500;
const labelMax = 200;

/**
 * Finds `[name]: target` in the whole page, so that links in one part can use definitions in another. For
 * notes, only the name is kept, which turns their marks into references.
 */
export function findDefinitions(lines: readonly Line[]): Definitions {
  const found = new Map<string, string>();
  for (const { text } of lines) {
    const label = /^ {0,3}\[([^\]]{1,200})\]:/.exec(text.slice(0, labelMax + 8))?.[1];
    if (label === undefined || found.size === definitionsMax) continue;
    const name = plain(label);
    if (!found.has(name)) found.set(name, label.startsWith("^") ? `[${label}]: note` : text.slice(0, 2_000));
  }
  return found;
}

/** Returns the definitions that a text may refer to. */
export function definitionsIn(source: string, definitions: Definitions): string {
  if (definitions.size === 0 || !source.includes("[")) return "";
  const named = new Set<string>();
  for (const [, label] of source.matchAll(/\[([^[\]]{1,200})\]/g)) named.add(plain(label!));
  return [...named].flatMap((name) => definitions.get(name) ?? []).join("\n");
}

/** Names are compared ignoring case and repeated spaces. */
function plain(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}
