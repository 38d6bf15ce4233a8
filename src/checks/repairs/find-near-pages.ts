import { posix } from "node:path";
import { addressExtension } from "../../text/page-path.ts";
import { resolutionsOf } from "../links/resolve-link.ts";
import { addressKey } from "../model/address-key.ts";
import type { Site } from "../model/site.ts";
import { hasAnchor, hasUnknownAnchors } from "../pages/page-anchors.ts";
import { isTypingError } from "./is-typing-error.ts";

/** Git's history may say that the name was no typing error. */
export const becauseOfLetter = "one letter differs";
const editedLengthMin = 4;
const siblingsMax = 2_000;

/** Finds pages of the same folder whose name differs in one letter. */
export function findNearPages({ index, pages }: Site, { wanted }: { wanted: readonly string[] }): string[] {
  const found = new Set<string>();
  for (const key of wanted.map(bareKey)) {
    const name = posix.basename(key);
    if (name.length <= editedLengthMin) continue;
    const siblings = byFolder(index.routes).get(key.slice(0, key.length - name.length)) ?? [];
    let looked = 0;
    for (const [other, page] of siblings) {
      if (!pages.has(page)) continue;
      looked += 1;
      if (looked > siblingsMax) return [];
      if (isTypingError(name, other)) found.add(page);
    }
  }
  return [...found];
}

/**
 * Whether a page links to the other one as well, so that a name that is like its name is likely no typo,
 * unless the other one has the very heading that the link names.
 */
export function isLinkedAlready(
  site: Site,
  from: string,
  { page, hash }: { page: string; hash: string },
): boolean {
  if (hash.length > 1 && !hasUnknownAnchors(site, page) && hasAnchor(site, page, hash.slice(1))) return false;
  return resolutionsOf(site, from).some((one) => one.kind === "page" && one.path === page);
}

type Siblings = [name: string, page: string][];

const known = new WeakMap<object, Map<string, Siblings>>();

/** Folder with its trailing slash → the routes directly in it; computed once for the routes of a site. */
function byFolder(routes: ReadonlyMap<string, string>): Map<string, Siblings> {
  let folders = known.get(routes);
  if (folders !== undefined) return folders;
  folders = new Map();
  for (const [route, page] of routes) {
    const at = route.lastIndexOf("/") + 1;
    const siblings = folders.get(route.slice(0, at));
    if (siblings === undefined) folders.set(route.slice(0, at), [[route.slice(at), page]]);
    else siblings.push([route.slice(at), page]);
  }
  known.set(routes, folders);
  return folders;
}

/** Removes the outer slashes and the extension. */
export function bareKey(path: string): string {
  return addressKey(path.replace(addressExtension, ""));
}
