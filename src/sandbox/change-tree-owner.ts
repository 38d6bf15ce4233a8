import { isUtf8 } from "node:buffer";
import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmod, lchown, lstat, readdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { limitedCommand } from "../processes/limited-command.ts";
import { runInBatches } from "./run-in-batches.ts";

/** Deeper trees cannot be reached by one path, and no page is that deep. */
const pathBytesMax = 3_000;
const removeBytesMax = 256 * 1024 ** 2;

/**
 * Gives everything below a folder to a user (null: keeps the owner) and makes it accessible to its owner.
 * Follows no links. Removes what cannot be addressed (too deep, not UTF-8). Nobody else may change the tree
 * meanwhile: call it only when no process of the sandbox is alive.
 */
export async function changeTreeOwner(path: string, user: number | null): Promise<void> {
  const entry = await lstat(path);
  if (user !== null && (entry.uid !== user || entry.gid !== user)) await lchown(path, user, user);
  if (entry.isFile() && (entry.mode & 0o600) !== 0o600) await chmod(path, (entry.mode & 0o7777) | 0o600);
  if (!entry.isDirectory()) return;
  if ((entry.mode & 0o700) !== 0o700) await chmod(path, (entry.mode & 0o777) | 0o700);
  await runInBatches(await readdir(path, { encoding: "buffer" }), async (name) => {
    const inner = join(path, name.toString("utf8"));
    if (!isUtf8(name)) await removeUnnamed(path, name);
    else if (Buffer.byteLength(inner) > pathBytesMax) await remove(inner);
    else await changeTreeOwner(inner, user);
  });
}

async function removeUnnamed(folder: string, name: Buffer): Promise<void> {
  const named = join(folder, `.copydesk-${randomUUID()}`);
  await rename(Buffer.concat([Buffer.from(`${folder}/`), name]), named);
  await remove(named);
}

/** Unlike Node's, this `rm` descends through open folders, so that no tree is too deep. */
async function remove(path: string): Promise<void> {
  const [program, ...args] = limitedCommand(["rm", "-rf", "--", path], { memoryBytes: removeBytesMax });
  await promisify(execFile)(program, args, { env: { PATH: "/usr/bin:/bin" } });
}
