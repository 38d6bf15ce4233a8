import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Removes every workspace whose name is not in use, e.g. those of workers that died. Answers the removed names. */
export async function sweepWorkspaces(
  workspacesFolder: string,
  inUse: ReadonlySet<string>,
): Promise<string[]> {
  const names = await readdir(workspacesFolder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const orphans = names.filter((name) => !inUse.has(name));
  for (const name of orphans) await rm(join(workspacesFolder, name), { recursive: true, force: true });
  return orphans;
}
