import { posix } from "node:path";
import type { Site } from "../../model/site.ts";
import type { HugoModel } from "./model.ts";
import { pageTableOf } from "./page-table.ts";
import { normalPath } from "./place-page.ts";

/**
 * Returns the page that Hugo's own lookup finds for a path written in `from`, or null. `isReference`: for
 * `ref` and `relref`, for which a unique name is enough.
 */
export function lookUpPage(
  site: Site,
  model: HugoModel,
  from: string,
  { path, isReference, language }: { path: string; isReference: boolean; language?: string | undefined },
): string | null {
  const table = pageTableOf(site, model);
  const own = table.places.get(from);
  const wantedLanguage = language ?? own?.language ?? model.defaultLanguage;
  const find = (one: string): string | null =>
    table.byPath.get(`${wantedLanguage} ${nameless(model, one).toLowerCase()}`) ?? null;
  const bare = path.replace(/(?<=.)\/$/, "");
  if (!bare.startsWith("/")) {
    const found = find(posix.join(own === undefined ? "/" : baseOf(own, bare), bare));
    if (found !== null || bare.startsWith(".")) return found;
  }
  const found = find(posix.join("/", bare));
  if (found !== null || !isReference) return found;
  if (bare.replace(/^\//, "").includes("/")) return null;
  return table.byName.get(`${wantedLanguage} ${nameless(model, posix.join("/", bare)).slice(1)}`) ?? null;
}

/** Returns the absolute names, without ending and in lower case, that a reference may mean. */
export function namesOfReference(site: Site, model: HugoModel, from: string, path: string): string[] {
  const own = pageTableOf(site, model).places.get(from);
  const base = own === undefined || path.startsWith("/") ? "/" : baseOf(own, path);
  const names = [posix.join(base, path), ...(path.startsWith(".") ? [] : [posix.join("/", path)])];
  return names.map((one) => nameless(model, one.replace(/(?<=.)\/$/, "")).toLowerCase());
}

/** A regular page is relative to its folder, a section to itself. */
function baseOf({ kind, path }: { kind: string; path: string }, target: string): string {
  if (kind === "branch") return path;
  const isUpwards = kind === "leaf" && /\.\w+$/.test(target) && target.startsWith("../");
  return isUpwards ? path : posix.dirname(path);
}

/** Removes extension, language and `index`. */
function nameless(model: HugoModel, path: string): string {
  const whole = normalPath(model, path);
  const bare = whole.replace(/\.(?:md|markdown|html?)$/i, "");
  const dot = bare === whole ? -1 : bare.lastIndexOf(".");
  const isLanguage = dot > 0 && model.languages.includes(bare.slice(dot + 1).toLowerCase());
  const plain = isLanguage ? bare.slice(0, dot) : bare;
  return plain.replace(/\/_?index$/, "") || "/";
}
