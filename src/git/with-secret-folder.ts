import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isOwnerGone, ownFolderPrefix } from "../processes/own-folders.ts";
import { translateFull } from "./ensure-mirror.ts";
import { runProgram } from "./run-program.ts";

/**
 * A run of git ends long before; what is older was left behind by a process that is gone, whoever has its id
 * now.
 */
const ageMsMax = 60 * 60_000;

/**
 * Lends a folder that only our user can read, for keys that a program wants as files; it is gone when `use`
 * has ended.
 */
export async function withSecretFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  return await withFolder((folder) => rm(folder, { recursive: true, force: true, maxRetries: 3 }), use);
}

/** The same for a folder of which `use` gives parts to another user. */
export async function withLentFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  return await withFolder(remove, use);
}

async function withFolder<T>(
  end: (folder: string) => Promise<void>,
  use: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), `${ownFolderPrefix()}-`)).catch(translateFull);
  try {
    return await use(folder);
  } finally {
    await end(folder);
  }
}

/** Removes such folders of processes of this machine that were killed. Returns how many. */
export async function sweepSecretFolders(): Promise<number> {
  const parent = tmpdir();
  let removed = 0;
  for (const name of await readdir(parent).catch(() => [])) {
    if (!(await isOrphan(join(parent, name), name))) continue;
    await remove(join(parent, name));
    removed += 1;
  }
  return removed;
}

/** Unlike Node's, this `rm` cannot be led elsewhere by somebody who replaces a folder by a link meanwhile. */
async function remove(folder: string): Promise<void> {
  await runProgram("rm", ["-rf", "--", folder], { env: { PATH: "/usr/bin:/bin" } });
}

async function isOrphan(path: string, name: string): Promise<boolean> {
  const isGone = isOwnerGone(name);
  if (isGone === null) return false;
  const folder = await lstat(path).catch(() => null);
  // Others may make names like ours in a folder that all may write to.
  if (folder === null || !folder.isDirectory() || folder.uid !== (process.getuid?.() ?? folder.uid))
    return false;
  return isGone || Date.now() - folder.mtimeMs > ageMsMax;
}
