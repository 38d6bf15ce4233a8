import { constants } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { inflate } from "node:zlib";
import type { GitObject, ObjectType } from "../mirror/git-object.ts";

const objectsMax = 20_000;
const bytesMax = 64 * 1024 * 1024;
const decompress = promisify(inflate);

/**
 * What Copydesk made for a commit: the loose objects of a git directory and of the mirror that it borrows from, where everything that
 * was fetched is in packs. Null where that is too much for this process, or where the commits that were made do not stand on commits
 * of `known`, which the other side has.
 */
export async function collectMade(
  gitDirectory: string,
  commit: string,
  known: ReadonlySet<string>,
): Promise<Map<string, GitObject> | null> {
  const folders = await objectFolders(gitDirectory);
  const made = new Map<string, GitObject>();
  const seen = new Set<string>();
  let bytes = 0;
  /** What is to be looked at yet; a commit has to be known or made. */
  const open: { id: string; isCommit: boolean }[] = [{ id: commit, isCommit: true }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { id, isCommit } = next;
    if (seen.has(id) || (isCommit && known.has(id))) continue;
    seen.add(id);
    const object = await readLoose(folders, id, bytesMax - bytes);
    if (object === "too_large" || made.size > objectsMax) return null;
    if (object === null && isCommit) return null;
    if (object === null) continue;
    made.set(id, object);
    bytes += object.bytes.length;
    open.push(...namedBy(id, object));
  }
  return made;
}

async function objectFolders(gitDirectory: string): Promise<string[]> {
  const own = join(gitDirectory, "objects");
  const borrowed = await readFile(join(own, "info/alternates"), "utf8").catch(() => "");
  return [own, ...borrowed.split("\n").filter(Boolean)];
}

function namedBy(id: string, { type, bytes }: GitObject): { id: string; isCommit: boolean }[] {
  if (type === "commit") {
    const header = bytes.toString("latin1").split("\n\n", 1)[0]!;
    const named = [...header.matchAll(/^(tree|parent) ([0-9a-f]+)$/gm)];
    return named.map(([, kind, named]) => ({ id: named!, isCommit: kind === "parent" }));
  }
  return type === "tree" ? treeEntries(bytes, id.length / 2) : [];
}

/** Of each entry: mode and name up to a NUL, then the hash. Commits of submodules are somebody else's. */
function treeEntries(content: Buffer, hashBytes: number): { id: string; isCommit: boolean }[] {
  const entries: { id: string; isCommit: boolean }[] = [];
  for (let at = 0; at < content.length; ) {
    const end = content.indexOf(0, at) + 1;
    const isSubmodule = content.toString("latin1", at, at + 7) === "160000 ";
    if (!isSubmodule) entries.push({ id: content.toString("hex", end, end + hashBytes), isCommit: false });
    at = end + hashBytes;
  }
  return entries;
}

async function readLoose(
  folders: readonly string[],
  id: string,
  most: number,
): Promise<GitObject | null | "too_large"> {
  for (const folder of folders) {
    const compressed = await readSmall(join(folder, id.slice(0, 2), id.slice(2)), most);
    if (compressed === "too_large") return compressed;
    if (compressed === null) continue;
    const content = await decompress(compressed, { maxOutputLength: most + 64 }).catch(() => null);
    if (content === null) return "too_large";
    const end = content.indexOf(0);
    const [type, size] = content.toString("latin1", 0, end).split(" ");
    const bytes = content.subarray(end + 1);
    if (bytes.length !== Number(size)) return "too_large";
    return { type: type as ObjectType, bytes };
  }
  return null;
}

async function readSmall(path: string, most: number): Promise<Buffer | null | "too_large"> {
  const file = await open(path, constants.O_RDONLY).catch(() => null);
  if (file === null) return null;
  try {
    return (await file.stat()).size > most ? "too_large" : await file.readFile();
  } finally {
    await file.close();
  }
}
