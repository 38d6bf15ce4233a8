import { isDeepStrictEqual } from "node:util";
import { parse } from "smol-toml";
import { findUnsafeEntry, type NavigationText } from "./unsafe-entry.ts";

type Data = Record<string, unknown>;

/**
 * Returns what a new text of `zensical.toml` changes besides `nav`, `not_in_nav` and the map of the redirects
 * plugin, or null.
 */
export function compareZensicalNavigation(before: string, after: string): string | null {
  if (before === after) return null;
  const [old, now] = [split(before), split(after)];
  if (old === null || now === null) return "the file cannot be read";
  if (!isDeepStrictEqual(old.rest, now.rest)) return "this changes more than the navigation";
  return findUnsafeEntry(before, old.texts, now.texts);
}

function split(text: string): { rest: Data; texts: NavigationText[] } | null {
  try {
    const data = parse(text) as Data;
    const project = (data.project ?? data) as Data;
    const redirects = (project.plugins as Data | undefined)?.redirects as Data | undefined;
    const texts = [project.nav, project.not_in_nav, redirects?.redirect_maps].flatMap(textsOf);
    delete project.nav;
    delete project.not_in_nav;
    if (redirects?.redirect_maps !== undefined) redirects.redirect_maps = {};
    return { rest: data, texts };
  } catch {
    return null;
  }
}

function textsOf(value: unknown): NavigationText[] {
  if (typeof value === "object" && value !== null) {
    const inner = Object.values(value).flatMap(textsOf);
    return Array.isArray(value) ? inner : [...Object.keys(value).flatMap(textsOf), ...inner];
  }
  return value === undefined ? [] : [{ key: "", text: String(value) }];
}
