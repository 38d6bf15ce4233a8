import { isFolder, type TreeEntry } from "./snapshot.ts";

/** As git sorts names: by their bytes in UTF-8. */
export function compareNames(one: string, other: string): number {
  if (one === other) return 0;
  const surrogates = /[\ud800-\udfff]/;
  if (surrogates.test(one) || surrogates.test(other))
    return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : 1;
}

/** What a tree sorts an entry by: a folder as if its name ended with a slash. */
export function sortKey(name: string, entry: Pick<TreeEntry, "mode">): string {
  return isFolder(entry) ? `${name}/` : name;
}
