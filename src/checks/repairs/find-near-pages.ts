import { posix } from "node:path";
import { distance } from "../../text/distance.ts";
import { addressKey } from "../model/address-key.ts";
import type { Site } from "../model/site.ts";

const editedLengthMin = 4;
const siblingsMax = 2_000;

/**
 * Finds pages of the same folder whose name differs in one letter; digits stand for versions and numbers, so
 * they must be equal.
 */
export function findNearPages({ index, pages }: Site, { wanted }: { wanted: readonly string[] }): string[] {
  const found = new Set<string>();
  for (const key of wanted.map(bareKey)) {
    const name = posix.basename(key);
    if (name.length <= editedLengthMin) continue;
    const prefix = key.slice(0, key.length - name.length);
    let looked = 0;
    for (const [route, page] of index.routes) {
      if (!route.startsWith(prefix) || route.includes("/", prefix.length) || !pages.has(page)) continue;
      looked += 1;
      if (looked > siblingsMax) return [];
      const other = route.slice(prefix.length);
      const isAlike = other.replace(/\D+/g, " ") === name.replace(/\D+/g, " ");
      if (isAlike && distance(other.toLowerCase(), name.toLowerCase(), 1) <= 1) found.add(page);
    }
  }
  return [...found];
}

/** Removes the outer slashes and the extension. */
export function bareKey(path: string): string {
  return addressKey(path.replace(/\.(?:mdx?|html?)$/i, ""));
}
