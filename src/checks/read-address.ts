import { posix } from "node:path";
import { trimCharacters } from "../text/trim-characters.ts";
import { isPagePath, routeKey } from "./build-index.ts";
import type { RelativeBase } from "./site.ts";

/** What the path of a target is: a page's file, another file, or the address of what a generator makes. */
export function kindOfPath(path: string): "page-file" | "file" | "address" {
  if (isPagePath(path)) return "page-file";
  const [, extension] = /\.([A-Za-z][A-Za-z0-9]*)$/.exec(path) ?? [];
  return extension === undefined || /^html?$/i.test(extension) ? "address" : "file";
}

/** An address without slashes at its ends and without `.html`. */
export function nameOfAddress(path: string): string {
  return trimCharacters(path, "/").replace(/\.html?$/i, "");
}

export function relativeBases(page: string): { base: RelativeBase; folder: string }[] {
  const folder = posix.dirname(page);
  return [
    { base: "folder", folder },
    { base: "page", folder: routeKey(page) },
    { base: "parent", folder: posix.dirname(folder) },
  ];
}
