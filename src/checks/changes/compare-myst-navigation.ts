import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import { findUnsafeEntry, type NavigationText } from "./unsafe-entry.ts";

type Data = Record<string, unknown>;

/** Returns what a new text of `myst.yml` changes besides its table of contents, or null. */
export function compareMystNavigation(before: string, after: string): string | null {
  if (before === after) return null;
  const [old, now] = [split(before), split(after)];
  if (old === null || now === null) return "the file cannot be read";
  if (!isDeepStrictEqual(old.rest, now.rest)) return "this changes more than the table of contents";
  if (now.keys.some((key) => !old.keys.includes(key))) return "this adds other settings to the contents";
  return findUnsafeEntry(before, old.texts, now.texts);
}

function split(text: string): { rest: Data; texts: NavigationText[]; keys: string[] } | null {
  try {
    const data = parse(text, { logLevel: "silent", maxAliasCount: 100 }) as Data;
    const project = data.project as Data;
    const { toc } = project;
    delete project.toc;
    return { rest: data, texts: textsOf(toc), keys: keysOf(toc) };
  } catch {
    return null;
  }
}

function textsOf(value: unknown): NavigationText[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(textsOf);
  return value === undefined ? [] : [{ key: "", text: String(value) }];
}

function keysOf(value: unknown): string[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(keysOf);
  return Array.isArray(value) ? inner : [...Object.keys(value), ...inner];
}
