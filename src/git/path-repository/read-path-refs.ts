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
 * Reads refs of a repository of this machine from its files, as `listRefs` lists them. Undefined where git
 * has to be asked: for somebody else's repository, whom root does not lend its rights, and where the refs are
 * kept otherwise.
 */
export async function readPathRefs(
  { git, head, user, settings }: PathRepository,
  wanted: string,
  take: TakeRef,
): Promise<string | null | undefined> {
  if (user !== null || settings.some((line) => line.includes("refstorage = reftable"))) return undefined;
  const packed = await readRegularFile(join(git.common, "packed-refs"), packedBytesMax);
  if (packed === "too_large") return undefined;
  const refs: Refs = { folder: git.common, packed: packed ?? Buffer.alloc(0) };
  if (wanted.endsWith("/")) {
    await takeAll(refs, wanted, take);
    return null;
  }
  const id = wanted === "HEAD" ? await resolve(refs, head) : await readRef(refs, wanted);
  if (id !== null) take(wanted, id);
  return wanted === "HEAD" ? targetOf(head) : null;
}

interface Refs {
  folder: string;
  packed: Buffer;
}

async function readRef(refs: Refs, name: string, depth = 0): Promise<string | null> {
  if (!isPlainRef(name) || name.includes("..")) return null;
  // The file wins, and git writes the packed list before it removes one: asked for first, a ref is never
  // missed.
  const text = await readRegularFile(join(refs.folder, name));
  if (text === null || text === "too_large") return packedId(refs.packed, name);
  return await resolve(refs, text.toString("utf8").trim(), depth);
}

async function resolve(refs: Refs, text: string, depth = 0): Promise<string | null> {
  const target = targetOf(text);
  if (target === null) return isObjectId(text) ? text : null;
  return depth < symbolicMax && target.startsWith("refs/") ? await readRef(refs, target, depth + 1) : null;
}

function targetOf(text: string): string | null {
  return text.startsWith("ref:") ? text.slice("ref:".length).trim() : null;
}

/** Each line of the list: hash, space, name. */
function packedId(packed: Buffer, name: string): string | null {
  const at = packed.indexOf(` ${name}\n`);
  if (at === -1) return null;
  const begin = packed.lastIndexOf(0x0a, at) + 1;
  const id = packed.toString("latin1", begin, at);
  return isObjectId(id) ? id : null;
}

async function takeAll(refs: Refs, prefix: string, take: TakeRef): Promise<void> {
  const names = new Set<string>();
  for (const line of refs.packed.toString("utf8").split("\n")) {
    const name = line.slice(line.indexOf(" ") + 1);
    if (!line.startsWith("#") && name.startsWith(prefix)) names.add(name);
  }
  const files = await readdir(join(refs.folder, prefix), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  for (const file of files) {
    const name = join(file.parentPath, file.name).slice(refs.folder.length + 1);
    if (!file.isDirectory() && !name.endsWith(".lock")) names.add(name);
  }
  for (const name of [...names].sort()) {
    const id = await readRef(refs, name);
    if (id !== null) take(name, id);
  }
}
