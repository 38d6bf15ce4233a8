import { mkdir, readdir, readFile, rename, rm, rmdir, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openRefLock } from "../open-ref-lock.ts";
import { gitOutput } from "../programs/git-output.ts";
import { isObjectId } from "./git-object.ts";

/**
 * Returns the ids of a mirror's refs by name. git keeps them as files and packs them only on request, which
 * Copydesk never does; if somebody else did, git lists them.
 */
export async function listRefs(mirror: string, signal?: AbortSignal): Promise<Map<string, string>> {
  if (await hasPackedRefs(mirror)) return await listByGit(mirror, signal);
  const refs = new Map<string, string>();
  await readFolder(mirror, "refs", refs);
  return refs;
}

/** Returns the id that a ref names, or null if there is no such ref. */
export async function readRef(mirror: string, name: string): Promise<string | null> {
  const text = await readFile(join(mirror, name), "utf8").catch(() => "");
  const id = text.trim();
  return isObjectId(id) ? id : null;
}

/** Points a ref at an object of the mirror; a reader sees either the old or the new one. */
export async function writeRef(
  mirror: string,
  name: string,
  id: string,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted();
  if (await writeFileRef(join(mirror, name), id).catch(() => false)) return;
  // Somebody else keeps the lock or just removed the folder: git retries, and reports what is wrong.
  await gitOutput([`--git-dir=${mirror}`, "update-ref", name, id], { signal });
}

/** Deletes refs; ignores those that do not exist. */
export async function deleteRefs(mirror: string, names: readonly string[]): Promise<void> {
  if (await hasPackedRefs(mirror)) {
    const input = names.map((name) => `delete ${name}\n`).join("");
    await gitOutput([`--git-dir=${mirror}`, "update-ref", "--stdin"], { input });
    return;
  }
  await Promise.all(names.map((name) => unlink(join(mirror, name)).catch(ignoreMissing)));
  for (const folder of new Set(names.map(dirname))) await rmdir(join(mirror, folder)).catch(() => undefined);
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== "ENOENT" && error.code !== "ENOTDIR") throw error;
}

/** Writes the ref by git's own protocol: whoever creates the lock file may write. */
async function writeFileRef(path: string, id: string): Promise<true> {
  await mkdir(dirname(path), { recursive: true });
  const lock = await openRefLock(path);
  try {
    await lock.writeFile(`${id}\n`);
    await lock.close();
    await rename(`${path}.lock`, path);
    return true;
  } catch (error) {
    await lock.close().catch(() => undefined);
    await rm(`${path}.lock`, { force: true });
    throw error;
  }
}

async function readFolder(mirror: string, folder: string, refs: Map<string, string>): Promise<void> {
  const entries = await readdir(join(mirror, folder), { withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) await readFolder(mirror, name, refs);
    else if (!entry.name.endsWith(".lock")) {
      const id = await readRef(mirror, name);
      if (id !== null) refs.set(name, id);
    }
  }
}

async function listByGit(mirror: string, signal?: AbortSignal): Promise<Map<string, string>> {
  const args = [`--git-dir=${mirror}`, "for-each-ref", "--format=%(refname) %(objectname)"];
  const output = (await gitOutput(args, { signal })).toString("utf8");
  const pairs = output.split("\n").filter(Boolean);
  return new Map(pairs.map((line) => line.split(" ") as [string, string]));
}

async function hasPackedRefs(mirror: string): Promise<boolean> {
  return await readFile(join(mirror, "packed-refs")).then(
    ({ length }) => length > 0,
    () => false,
  );
}
