import { execFile } from "node:child_process";
import { chmod, lchown, lstat, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

/** Deeper trees cannot be reached by one path, and no page lies so deep. */
const pathBytesMax = 3_000;

/**
 * Gives everything below a folder to a user (null: leaves the owner) and makes it accessible to its owner. Follows no link.
 * What lies too deep to be reached by its path is removed. Nobody else may change the tree meanwhile: only to be called when no
 * process of the sandbox lives.
 */
export async function changeTreeOwner(path: string, user: number | null): Promise<void> {
  if (Buffer.byteLength(path) > pathBytesMax) {
    await promisify(execFile)("rm", ["-rf", "--", path], { env: { PATH: "/usr/bin:/bin" } });
    return;
  }
  const entry = await lstat(path);
  if (user !== null && (entry.uid !== user || entry.gid !== user)) await lchown(path, user, user);
  if (entry.isDirectory()) {
    if ((entry.mode & 0o700) !== 0o700) await chmod(path, (entry.mode & 0o777) | 0o700);
    for (const name of await readdir(path)) await changeTreeOwner(join(path, name), user);
  } else if (entry.isFile() && (entry.mode & 0o600) !== 0o600) {
    await chmod(path, (entry.mode & 0o7777) | 0o600);
  }
}
