import { statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { inflate, inflateSync } from "node:zlib";
import type { GitObject, ObjectType } from "../mirror/git-object.ts";

const objectsMax = 20_000;
/** Then other work has its turn. */
const lookUpsAtOnce = 250;
const bytesMax = 64 * 1024 * 1024;
const inflateElsewhere = promisify(inflate);
/** So little is decompressed sooner than another thread has woken. */
const shortBytesMax = 8 * 1024;

/**
 * What Copydesk made for a commit: what this job has `written`, and the loose objects of a git directory and
 * of the mirror that it borrows from, where everything that was fetched is in packs. Null where that is too
 * much for this process, or where the commits that were made do not stand on commits of `known`, which the
 * other side has.
 */
export async function collectMade(
  gitDirectory: string,
  commit: string,
  known: ReadonlySet<string>,
  written: ReadonlyMap<string, GitObject> = new Map(),
): Promise<Map<string, GitObject> | null> {
  // A job's own commit on what is known: whatever else its tree names was there before.
  const isOnKnown = commitsNamedBy(commit, written).every((id) => known.has(id));
  const folders = written.has(commit) && isOnKnown ? [] : await objectFolders(gitDirectory);
  const made = new Map<string, GitObject>();
  const seen = new Set<string>();
  let bytes = 0;
  /** What is to be looked at yet; a commit has to be known or made. */
  const open: { id: string; isCommit: boolean }[] = [{ id: commit, isCommit: true }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { id, isCommit } = next;
    if (seen.has(id) || (isCommit && known.has(id))) continue;
    seen.add(id);
    if (seen.size % lookUpsAtOnce === 0) await nextTurn();
    const object = written.get(id) ?? (await readLoose(folders, id, bytesMax - bytes));
    if (object === "too_large" || made.size > objectsMax) return null;
    if (object === null && isCommit) return null;
    if (object === null) continue;
    made.set(id, object);
    bytes += object.bytes.length;
    if (bytes > bytesMax) return null;
    open.push(...namedBy(id, object));
  }
  return made;
}

interface ObjectFolder {
  path: string;
  /** The first two digits of everything that is loose in it. */
  beginnings: ReadonlySet<string>;
}

async function objectFolders(gitDirectory: string): Promise<ObjectFolder[]> {
  const own = join(gitDirectory, "objects");
  const borrowed = await readFile(join(own, "info/alternates"), "utf8").catch(() => "");
  const paths = [own, ...borrowed.split("\n").filter(Boolean)];
  return await Promise.all(
    paths.map(async (path) => ({ path, beginnings: new Set(await readdir(path).catch(() => [])) })),
  );
}

function commitsNamedBy(commit: string, written: ReadonlyMap<string, GitObject>): string[] {
  const object = written.get(commit);
  const named = object === undefined ? [] : namedBy(commit, object);
  return named.filter(({ isCommit }) => isCommit).map(({ id }) => id);
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
  folders: readonly ObjectFolder[],
  id: string,
  most: number,
): Promise<GitObject | null | "too_large"> {
  for (const { path, beginnings } of folders) {
    if (!beginnings.has(id.slice(0, 2))) continue;
    const place = join(path, id.slice(0, 2), id.slice(2));
    // Nearly everything that a tree names is not there, which this call says sooner than another thread has
    // woken.
    const found = statSync(place, { throwIfNoEntry: false });
    if (found === undefined) continue;
    if (found.size > most) return "too_large";
    const compressed = await readFile(place).catch(() => null);
    if (compressed === null) continue;
    const content = await decompress(compressed, most);
    if (content === null) return "too_large";
    const end = content.indexOf(0);
    const [type, size] = content.toString("latin1", 0, end).split(" ");
    const bytes = content.subarray(end + 1);
    if (bytes.length !== Number(size)) return "too_large";
    return { type: type as ObjectType, bytes };
  }
  return null;
}

/** Null when it is more than it may be, or nothing that was compressed. */
async function decompress(compressed: Buffer, most: number): Promise<Buffer | null> {
  try {
    // A short one may still expand to a long one: then another thread takes it.
    if (compressed.length <= shortBytesMax)
      return inflateSync(compressed, { maxOutputLength: Math.min(16 * shortBytesMax, most) });
  } catch {}
  return await inflateElsewhere(compressed, { maxOutputLength: most + 64 }).catch(() => null);
}
