import type { Line } from "./page-lines.ts";

/** What stands behind `[name]:` and `[^note]:` in a page, by the name as it is looked for. */
export type Definitions = ReadonlyMap<string, string>;

const definitionsMax = 500;
const labelMax = 200;

/**
 * `[name]: target` of the whole page, so that links of one part find what stands in another. Of a note only
 * its name is kept, which makes its mark a reference.
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

/** Those that a text may refer to. */
export function definitionsIn(source: string, definitions: Definitions): string {
  if (definitions.size === 0 || !source.includes("[")) return "";
  const named = new Set<string>();
  for (const [, label] of source.matchAll(/\[([^[\]]{1,200})\]/g)) named.add(plain(label!));
  return [...named].flatMap((name) => definitions.get(name) ?? []).join("\n");
}

/** Names are compared without case, and one space is as good as many. */
function plain(label: string): string {
  return label.trim().replace(/\s+/g, " ").toLowerCase();
}
