import { constants } from "node:fs";
import { readFile, readlink } from "node:fs/promises";
import { join } from "node:path";

/** Reads a file as git stores it: of a symbolic link, which is never followed, the path that it names. */
export async function readFolderFile(root: string, path: string): Promise<Buffer> {
  const full = join(root, path);
  try {
    return await readFile(full, { flag: constants.O_RDONLY | constants.O_NOFOLLOW });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ELOOP") throw error;
    return await readlink(full, { encoding: "buffer" });
  }
}
