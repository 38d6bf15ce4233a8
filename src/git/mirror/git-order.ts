import { isFolder, type TreeEntry } from "./snapshot.ts";

/** Compares names as git sorts them: by their UTF-8 bytes. */
export function compareNames(one: string, other: string): number {
  if (one === other) return 0;
  const surrogates = /[\ud800-\udfff]/;
  if (surrogates.test(one) || surrogates.test(other))
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : 1;
}

/** Returns the sort key of a tree entry: a folder sorts as if its name ended with a slash. */
export function sortKey(name: string, entry: Pick<TreeEntry, "mode">): string {
  return isFolder(entry) ? `${name}/` : name;
}
