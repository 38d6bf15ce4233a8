import { createHash } from "node:crypto";

/** Returns the key of a page's facts in the cache; `id` is git's of its contents. */
export function pageKey(path: string, id: string): string {
  return `${/\.mdx$/i.test(path) ? "x" : "m"}${id}`;
}

/** Computes git's id of the contents, so that a file read from a commit is recognised in a working tree. */
export function blobId(bytes: Buffer): string {
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}
