import { isLanguageCode } from "../../text/language-code.ts";
import type { Site } from "./site.ts";

const versionFolder =
  /^(?:v?\d+(?:\.\d+)*(?:\.x)?|\d{4}-\d\d-\d\d|version-[\w.]+|versioned_docs|next|current|i18n|locales|translations|\w+_docs)$/;

const languageFolder = /^[a-z]{2}(?:-[A-Za-z]{2,4})?$/;

/** Whether a folder's name is that of a language: `es` and `zh-Hans` are, `ai` and `ui` are not. */
export function isLanguage(folder: string): boolean {
  return languageFolder.test(folder) && isLanguageCode(folder.slice(0, 2));
}

function isPartition(folder: string): boolean {
  return versionFolder.test(folder) || isLanguage(folder);
}

/**
 * Returns the language and version folders of a path ("es", "versioned_docs/version-30.0"); pages of
 * different ones do not replace each other.
 */
export function partitionOf(path: string): string {
  const folders = path.split("/").slice(0, -1);
  return folders.filter(isPartition).join("/");
}

const numberedFolder = /^(?:v?\d+(?:\.\d+)*(?:\.x)?|version-[\w.]+)$/;

/** Returns the folder of the version that a path is in ("versioned_docs/version-30.0"), or null. */
export function versionFolderOf(path: string): string | null {
  const folders = path.split("/").slice(0, -1);
  const last = folders.findLastIndex((folder) => numberedFolder.test(folder));
  return last < 0 ? null : folders.slice(0, last + 1).join("/");
}

/** Returns the path without its language and version folders. */
export function withoutPartition(path: string): string {
  const parts = path.split("/");
  return parts.filter((part, index) => index === parts.length - 1 || !isPartition(part)).join("/");
}

/** Returns the paths, among those of one name, that are in a partition. */
export function inPartition(site: Site, paths: readonly string[], partition: string): string[] {
  const known = site.index.partitions.get(paths) ?? groupByPartition(paths);
  site.index.partitions.set(paths, known);
  return known.get(partition) ?? [];
}

function groupByPartition(paths: readonly string[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const partition = partitionOf(path);
    const group = groups.get(partition);
    if (group === undefined) groups.set(partition, [path]);
    else group.push(path);
  }
  return groups;
}
