import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Creates a folder and its missing parents; leaves an existing one as it is. Node's own recursive `mkdir`
 * never returns if a file system refuses with ENOENT, as /proc does.
 */
export async function makeFolder(path: string, options: { mode?: number } = {}): Promise<void> {
  try {
    await mkdir(path, options);
  } catch (error) {
    if (await isFolder(path)) return;
    const parent = dirname(path);
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    if (!isMissing || parent === path) throw error;
    // Somebody else may have created it meanwhile.
    if (!(await isFolder(parent))) await makeFolder(parent, options);
    await mkdir(path, options).catch(async (again: unknown) => {
      if (!(await isFolder(path))) throw again;
    });
  }
}

async function isFolder(path: string): Promise<boolean> {
  return await stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
