import type { Site } from "./site.ts";

const partitionFolder =
  /^(?:[a-z]{2}|[a-z]{2}-[A-Za-z]{2,4}|v?\d+(?:\.\d+)*(?:\.x)?|version-[\w.]+|versioned_docs|next|current|i18n|locales|translations|\w+_docs)$/;

/**
 * The language and version folders of a path ("es", "versioned_docs/version-30.0"); pages of different ones
 * are no substitutes.
 */
export function partitionOf(path: string): string {
  const folders = path.split("/").slice(0, -1);
  return folders.filter((folder) => partitionFolder.test(folder)).join("/");
}

/** The path without its language and version folders. */
export function withoutPartition(path: string): string {
  const parts = path.split("/");
  return parts.filter((part, index) => index === parts.length - 1 || !partitionFolder.test(part)).join("/");
}

/** Those of the paths of one name that are in a partition. */
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
