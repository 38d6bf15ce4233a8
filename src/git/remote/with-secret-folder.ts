import { lstat, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isOwnerGone, ownFolderPrefix } from "../../processes/own-folders.ts";
import { translateFull } from "../mirror/ensure-mirror.ts";
import { runProgram } from "../programs/run-program.ts";

/** Age above which a folder is an orphan, whoever has its process id now: a run of git ends long before. */
const ageMsMax = 60 * 60_000;

/**
 * Lends a folder that only the service's user can read, for keys that a program wants as files; removes it
 * after `use`.
 */
export async function withSecretFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  return await withFolder((folder) => rm(folder, { recursive: true, force: true, maxRetries: 3 }), use);
}

/** Like `withSecretFolder`, for a folder of which `use` gives parts to another user. */
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

/** Removes secret folders of killed processes of this machine. Returns how many. */
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

/** Unlike Node's, this `rm` cannot be led elsewhere if somebody replaces a folder with a link meanwhile. */
async function remove(folder: string): Promise<void> {
  await runProgram("rm", ["-rf", "--", folder], { env: { PATH: "/usr/bin:/bin" } });
}

async function isOrphan(path: string, name: string): Promise<boolean> {
  const isGone = isOwnerGone(name);
  if (isGone === null) return false;
  const folder = await lstat(path).catch(() => null);
  // Others may create folders with such names where everyone can write.
  if (folder === null || !folder.isDirectory() || folder.uid !== (process.getuid?.() ?? folder.uid))
    return false;
  return isGone || Date.now() - folder.mtimeMs > ageMsMax;
}
