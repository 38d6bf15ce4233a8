import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isObjectId } from "../mirror/git-object.ts";
import { isPlainRef, type TakeRef } from "../wire/read-greeting.ts";
import { readRegularFile } from "./find-git-directory.ts";
import type { PathRepository } from "./open-path.ts";

/** Larger lists are left to git. */
const packedBytesMax = 64 * 1024 * 1024;
const symbolicMax = 5;

/**
 * Reads refs of a repository of this machine from its files, with the result of `listRefs`. Returns
 * undefined if git has to be asked: for another user's repository, because root does not lend its rights,
 * and if the refs are stored in another format.
 */
export async function readPathRefs(
  { git, head, user, settings }: PathRepository,
  wanted: string,
  take: TakeRef,
): Promise<string | null | undefined> {
  if (user !== null || settings.some((line) => line.includes("refstorage = reftable"))) return undefined;
  try {
    if (wanted.endsWith("/")) {
      await takeAll(git.common, wanted, take);
      return null;
    }
    const id = wanted === "HEAD" ? await resolve(git.common, head) : await readRef(git.common, wanted);
    if (id !== null) take(wanted, id);
    return wanted === "HEAD" ? targetOf(head) : null;
  } catch (error) {
    if (error instanceof PackedRefsTooLarge) return undefined;
    throw error;
  }
}

class PackedRefsTooLarge extends Error {}

/** Null if no such ref exists, loose or packed. */
async function readRef(folder: string, name: string, depth = 0): Promise<string | null> {
  if (!isPlainRef(name) || name.includes("..")) return null;
  // git writes the packed list before it removes a loose file, so a ref that moves in between is found when
  // the file is read first. A loose ref wins over a packed one.
  const text = await readRegularFile(join(folder, name));
  if (text === null || text === "too_large") return packedId(await readPacked(folder), name);
  return await resolve(folder, text.toString("utf8").trim(), depth);
}

async function readPacked(folder: string): Promise<Buffer> {
  const packed = await readRegularFile(join(folder, "packed-refs"), packedBytesMax);
  if (packed === "too_large") throw new PackedRefsTooLarge();
  return packed ?? Buffer.alloc(0);
}

async function resolve(folder: string, text: string, depth = 0): Promise<string | null> {
  const target = targetOf(text);
  if (target === null) return isObjectId(text) ? text : null;
  return depth < symbolicMax && target.startsWith("refs/") ? await readRef(folder, target, depth + 1) : null;
}

function targetOf(text: string): string | null {
  return text.startsWith("ref:") ? text.slice("ref:".length).trim() : null;
}

/** Finds a ref in the list, whose lines are: hash, space, name. */
function packedId(packed: Buffer, name: string): string | null {
  const at = packed.indexOf(` ${name}\n`);
  if (at === -1) return null;
  const begin = packed.lastIndexOf(0x0a, at) + 1;
  const id = packed.toString("latin1", begin, at);
  return isObjectId(id) ? id : null;
}

async function takeAll(folder: string, prefix: string, take: TakeRef): Promise<void> {
  const ids = new Map<string, string | null>();
  const files = await readdir(join(folder, prefix), { recursive: true, withFileTypes: true }).catch(() => []);
  for (const file of files) {
    if (file.isDirectory() || file.name.endsWith(".lock")) continue;
    const name = join(file.parentPath, file.name).slice(folder.length + 1);
    ids.set(name, await readRef(folder, name));
  }
  for (const line of (await readPacked(folder)).toString("utf8").split("\n")) {
    const name = line.slice(line.indexOf(" ") + 1);
    if (line.startsWith("#") || !name.startsWith(prefix) || ids.has(name)) continue;
    const id = line.slice(0, line.indexOf(" "));
    if (isPlainRef(name) && !name.includes("..") && isObjectId(id)) ids.set(name, id);
  }
  for (const [name, id] of [...ids].sort(([a], [b]) => (a < b ? -1 : 1))) if (id !== null) take(name, id);
}
