import { createHash } from "node:crypto";

/** How a repository names its objects. */
export type ObjectFormat = "sha1" | "sha256";

export type ObjectType = "blob" | "tree" | "commit" | "tag";

export interface GitObject {
  type: ObjectType;
  bytes: Buffer;
}

/** Where objects come from, whoever keeps them. Throws `git_failed` for one that is not there. */
export type ReadObject = (id: string, signal?: AbortSignal) => Promise<GitObject>;

/** The id that git gives to an object. */
export function hashObject(format: ObjectFormat, { type, bytes }: GitObject): string {
  return createHash(format).update(`${type} ${bytes.length}\0`).update(bytes).digest("hex");
}

export function formatOf(id: string): ObjectFormat {
  return id.length === 64 ? "sha256" : "sha1";
}

export function isObjectId(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}
