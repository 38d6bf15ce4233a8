import type { JobContext } from "../context/context.ts";

/** Tells whether plain text occurs somewhere. */
export type HasText = (text: string) => Promise<boolean>;

/** Looks for a name in everything that the job may cite: the prompt, the pages as they were, the sources. */
export function createNameFinder(places: {
  prompt: string;
  pages: HasText;
  context: JobContext;
  signal: AbortSignal;
}): HasText {
  const { prompt, pages, context, signal } = places;
  const known = new Map<string, boolean>();
  const look = async (text: string): Promise<boolean> => {
    if (prompt.includes(text) || (await pages(text))) return true;
    for (const { source } of context.sources) {
      if (source.tree.files.has(text)) return true;
      const query = { pattern: text, literal: true, ignoreCase: false };
      if ((await source.search(query, { maxHits: 1, signal })).hits.length > 0) return true;
    }
    return false;
  };
  return async (name) => {
    for (const spelling of spellings(name)) {
      const found = known.get(spelling) ?? (await look(spelling));
      known.set(spelling, found);
      if (found) return true;
    }
    return false;
  };
}

/**
 * Returns how code may spell what a page names: a flag in quotes without its dashes, an endpoint with
 * parameters in another form, the last part of a dotted name.
 */
function spellings(name: string): string[] {
  const all = [name];
  const flag = /^--([a-z][\w-]*)$/.exec(name)?.[1];
  if (flag !== undefined) all.push(`"${flag}"`, `'${flag}'`);
  if (name.startsWith("/") && /[{:]/.test(name)) {
    const still = name.split(/\{[^{}]*\}|:\w+/).filter((part) => part.length > 2);
    if (still.length > 0) all.push(still.toSorted((one, other) => other.length - one.length)[0]!);
  }
  const last = /^[\w.]+\.(\w{3,})$/.exec(name)?.[1];
  if (last !== undefined) all.push(last);
  return all;
}
