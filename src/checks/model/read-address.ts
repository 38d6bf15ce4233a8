import { posix } from "node:path";
import { isPagePath } from "../../text/page-path.ts";
import { trimCharacters } from "../../text/trim-characters.ts";
import type { RelativeBase } from "./address-model.ts";
import { routeKey } from "./build-index.ts";

/** Extensions of files: other text after a dot may be part of a name, as in `package.module.ClassName`. */
const fileEnding =
  /^(?:[a-z0-9]{1,4}|jsonc?|jsonl|json5|jpeg|webp|avif|apng|webm|woff2?|toml|yaml|ipynb|proto|graphql|astro|svelte|swift|scala|java|cpp|plist|drawio|excalidraw|pptx|docx|xlsx|epub|sqlite|patch|diff|conf|config|lock|properties|gradle|mermaid|textile|asciidoc|markdown|adoc|rest)$/i;

/** Returns what a target's path names: a page's file, another file, or an address that a generator makes. */
export function kindOfPath(path: string): "page-file" | "file" | "address" {
  if (isPagePath(path)) return "page-file";
  const [, extension] = /\.([A-Za-z][A-Za-z0-9]*)$/.exec(path) ?? [];
  if (extension === undefined || /^html?$/i.test(extension)) return "address";
  return fileEnding.test(extension) ? "file" : "address";
}

/** Returns an address without outer slashes and without `.html`. */
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
