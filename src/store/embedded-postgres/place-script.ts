import { randomBytes } from "node:crypto";
import { chmod, copyFile, rename } from "node:fs/promises";
import { join } from "node:path";

/**
 * Puts one of our shell scripts beside the cluster, because the server's user may be unable to read our own folder.
 * A shell that already runs the last one is not disturbed.
 */
export async function placeScript(base: string, name: string): Promise<void> {
  const target = join(base, name);
  const draft = `${target}.${randomBytes(4).toString("hex")}`;
  await copyFile(join(import.meta.dirname, name), draft);
  await chmod(draft, 0o644);
  await rename(draft, target);
}
