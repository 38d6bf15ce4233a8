import { randomBytes } from "node:crypto";
import { chmod, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Replaces the file, which may belong to another user, and makes it readable by the server's user whatever
 * the umask.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString("hex")}`;
  await writeFile(draft, text);
  await chmod(draft, 0o644);
  await rename(draft, path);
}

/**
 * Puts a shell script of Copydesk beside the cluster, because the server's user may be unable to read
 * Copydesk's own folder. A shell that already runs the previous version is not disturbed.
 */
export async function placeScript(base: string, name: string): Promise<void> {
  await replaceFile(join(base, name), await readFile(join(import.meta.dirname, name), "utf8"));
}
