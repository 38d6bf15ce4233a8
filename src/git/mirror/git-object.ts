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

/** Entry of a tree object. */
interface RawEntry {
  /** Octal digits, as written. */
  mode: string;
  name: Buffer;
  id: string;
}

/** Parses a tree: for each entry its mode, a space, its name, a NUL and its id as `idBytes` bytes. */
export function* parseTree(content: Buffer, idBytes: number): Generator<RawEntry> {
  for (let at = 0; at < content.length; ) {
    const [space, end] = [content.indexOf(0x20, at), content.indexOf(0, at)];
    const next = end + 1 + idBytes;
    yield {
      mode: content.toString("latin1", at, space),
      name: content.subarray(space + 1, end),
      id: content.toString("hex", end + 1, next),
    };
    at = next;
  }
}
