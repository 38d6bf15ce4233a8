import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { join } from "node:path";

/** Returns the program's path in the first of the folders that has it, or null. */
export async function findProgram(folders: readonly string[], name: string): Promise<string | null> {
  for (const folder of folders) {
    const path = join(folder, name);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return null;
}
