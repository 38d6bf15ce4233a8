import { posix } from "node:path";
import { trimEndCharacters } from "../../../text/trim-characters.ts";
import { keepDot } from "../../links/keep-dot.ts";
import { encodePath } from "../../links/render-target.ts";
import type { TargetParts } from "../../links/split-target.ts";
import { addressKey } from "../../model/address-key.ts";
import type { Site } from "../../model/site.ts";
import type { Told } from "../script/script-values.ts";

/** Resolves a target as a browser does: `folder` ends with `/`. */
export function joinAddress(folder: string, path: string): string {
  return path.startsWith("/") ? posix.normalize(path) : posix.join(folder, path);
}

/**
 * Resolves a target that is relative to `folder`, an address below the site's base: a browser counts the
 * base's folders as well. Null if it leaves the site, also where the base is not known.
 */
export function joinBelowBase(base: string | null, folder: string, path: string): string | null {
  // No path has a folder of that name.
  const root = trimEndCharacters(base ?? "/?", "/");
  return withoutBase(root, joinAddress(`${root}${folder}`, path));
}

/** Returns the address of a path below Next.js' pages: groups and slots are no part of it. */
export function addressOfRoute(path: string): string {
  return posix.join("/", path.replace(/(?:^|(?<=\/))(?:\([^/]*\)|@[^/]*)(?:\/|$)/g, ""));
}

export function lookUpAddress({ index }: Site, address: string): string | null {
  return index.twins.get(address) ?? index.addresses.get(addressKey(address)) ?? null;
}

/** Returns the files that a missing address may stand for, first the page that it had before the change. */
export function wantedAt({ addressesBefore }: Site, address: string, likely: readonly string[]): string[] {
  const before = addressesBefore.get(addressKey(address));
  return [...new Set(before === undefined ? likely : [before, ...likely])];
}

/** Returns the file of a static folder that is published at the address, or null. */
export function lookUpStatic({ configuration, files }: Site, address: string): string | null {
  const key = addressKey(address);
  for (const root of configuration.staticRoots) {
    const path = posix.join(root, key);
    if (files.has(path)) return path;
  }
  return null;
}

/** Returns the address below the site's base, or null if it leaves the site. */
export function withoutBase(base: string, address: string): string | null {
  const bare = trimEndCharacters(base, "/");
  if (bare === "") return address;
  if (address === bare || address === `${bare}/`) return "/";
  return address.startsWith(`${bare}/`) ? address.slice(bare.length) : null;
}

/**
 * Writes an address in the style of `parts`: relative to `folder` or absolute after `base`, with the same
 * ending.
 */
export function renderAddress(
  address: string,
  parts: TargetParts,
  { folder, base = "" }: { folder: string; base?: string },
): string {
  const wantsSlash = parts.rawPath.endsWith("/");
  const bare = trimEndCharacters(address, "/");
  if (parts.rawPath.startsWith("/")) {
    const path = `${trimEndCharacters(base, "/")}${bare}`;
    return encodePath(wantsSlash || path === "" ? `${path}/` : path, parts);
  }
  const relative = posix.relative(folder, bare === "" ? "/" : bare) || ".";
  const dotted = keepDot(relative, parts);
  return encodePath(wantsSlash ? `${dotted}/` : dotted, parts);
}

/** Returns the host of an address that a configuration states. */
export function readHost(address: Told<string>): string | null {
  return typeof address === "string" ? (URL.parse(address)?.host.toLowerCase() ?? null) : null;
}

/** Adds or removes the slash at an address's end; `hasSlash` is null if it stays. */
export function withSlash(address: string, hasSlash: boolean | null): string {
  if (hasSlash === null || address === "/") return address;
  return address.replace(/\/?$/, hasSlash ? "/" : "");
}
