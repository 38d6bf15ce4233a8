import { posix } from "node:path";
import { relativeBases } from "../model/read-address.ts";
import type { Site } from "../model/site.ts";

const readingsMin = 3;

/**
 * Whether the relative target means something else from the new place in one of its readings, and nothing
 * proves another reading.
 */
export function dependsOnPlace(site: Site, target: string, from: string, to: string): boolean {
  if (target === "" || /^[/@~]/.test(target)) return false;
  const [before, after] = [readingsOf(from, target), readingsOf(to, target)];
  const found = before.filter((key) => isThere(site, key));
  if (found.length > 0) return before.some((key, at) => key !== after[at] && isThere(site, key));
  return before.some((key, at) => key !== after[at]) && !isSameEverywhere(site, target);
}

function readingsOf(page: string, target: string): string[] {
  return relativeBases(page).map(({ folder }) => posix.join(folder, target).replace(/(?<!^)\/$/, ""));
}

function isThere({ index, files }: Site, key: string): boolean {
  return index.routes.has(key) || files.has(key);
}

/**
 * Whether pages use the target from several places, from each of which it would name something else, and
 * names nothing: the generator then gives it a meaning that does not depend on the place.
 */
function isSameEverywhere(site: Site, target: string): boolean {
  const named = new Set<string>();
  for (const [path, { links }] of site.pages) {
    if (!links.some((link) => link.target === target)) continue;
    if (readingsOf(path, target).some((key) => isThere(site, key))) return false;
    if (named.add(posix.join(posix.dirname(path), target)).size >= readingsMin) return true;
  }
  return false;
}
