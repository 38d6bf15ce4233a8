import { createHash } from "node:crypto";

/** Hash that a repository uses for object ids. */
export type ObjectFormat = "sha1" | "sha256";

export type ObjectType = "blob" | "tree" | "commit" | "tag";

export interface GitObject {
  type: ObjectType;
  bytes: Buffer;
}

/** Reads an object from wherever it is kept. Throws `git_failed` if it is missing. */
export type ReadObject = (id: string, signal?: AbortSignal) => Promise<GitObject>;

/** Returns the id that git gives to an object. */
export function hashObject(format: ObjectFormat, { type, bytes }: GitObject): string {
  return createHash(format).update(`${type} ${bytes.length}\0`).update(bytes).digest("hex");
}

export function formatOf(id: string): ObjectFormat {
  return id.length === 64 ? "sha256" : "sha1";
}

export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}
