import { statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { promisify } from "node:util";
import { inflate, inflateSync } from "node:zlib";
import { type GitObject, type ObjectType, parseTree } from "../mirror/git-object.ts";

const objectsMax = 20_000;
/** Number of look-ups after which other work gets a turn. */
const lookUpsAtOnce = 250;
const bytesMax = 64 * 1024 * 1024;
const inflateElsewhere = promisify(inflate);
/** Decompressing this little is faster than waking another thread. */
const shortBytesMax = 8 * 1024;

/**
 * Collects what Copydesk made for a commit: the objects that this job has `written`, and the loose objects
 * of a git directory and of the mirror that it borrows from, where fetched objects are all in packs. Null
 * if they are too large for this process, or if the new commits are not based on `known` commits, which the
 * other side has.
 */
export async function collectMade(
  gitDirectory: string,
  commit: string,
  known: ReadonlySet<string>,
  written: ReadonlyMap<string, GitObject> = new Map(),
): Promise<Map<string, GitObject> | null> {
  // A job's own commit on top of known ones: whatever else its tree names was there before.
  const isOnKnown = commitsNamedBy(commit, written).every((id) => known.has(id));
  const folders = written.has(commit) && isOnKnown ? [] : await objectFolders(gitDirectory);
  const made = new Map<string, GitObject>();
  const seen = new Set<string>();
  let bytes = 0;
  /** Objects still to look at; a commit has to be known or made here. */
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
  /** First two digits of the ids of all loose objects in the folder. */
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
  if (type !== "tree") return [];
  // The commits of submodules are in other repositories.
  const entries = [...parseTree(bytes, id.length / 2)].filter(({ mode }) => mode !== "160000");
  return entries.map((entry) => ({ id: entry.id, isCommit: false }));
}

async function readLoose(
  folders: readonly ObjectFolder[],
  id: string,
  most: number,
): Promise<GitObject | null | "too_large"> {
  for (const { path, beginnings } of folders) {
    if (!beginnings.has(id.slice(0, 2))) continue;
    const place = join(path, id.slice(0, 2), id.slice(2));
    // Most objects that a tree names are not here, which a synchronous call finds out before another thread
    // wakes.
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

/** Returns null if the content exceeds the limit or is not compressed data. */
async function decompress(compressed: Buffer, most: number): Promise<Buffer | null> {
  try {
    // Short input may still expand to a long result: then another thread takes it.
    if (compressed.length <= shortBytesMax)
      return inflateSync(compressed, { maxOutputLength: Math.min(16 * shortBytesMax, most) });
  } catch {}
  return await inflateElsewhere(compressed, { maxOutputLength: most + 64 }).catch(() => null);
}
