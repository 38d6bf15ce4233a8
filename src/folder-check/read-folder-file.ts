import { constants, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/** A pipe in place of a file must not hold up the check. */
const flag = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Reads a file as git stores it: of a symbolic link, which is never followed, the path that it names. Of
 * thousands of small files, handing each to another thread would take longer than reading it.
 */
export async function readFolderFile(root: string, path: string): Promise<Buffer> {
  const full = join(root, path);
  try {
    return readFileSync(full, { flag });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ELOOP") throw error;
    return readlinkSync(full, { encoding: "buffer" });
  }
}
