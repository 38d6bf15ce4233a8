import { type FileHandle, open, rm, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** A ref's lock is held for milliseconds: an older one was left by a process that was killed. */
const deadMs = 3_000;
const waitMs = 50;

/**
 * Creates the lock file of a ref, as git does: whoever creates it may write. Waits while another process
 * holds it, and takes over the one of a process that was killed. Rejects with `EEXIST` if it stays in use.
 */
export async function openRefLock(ref: string): Promise<FileHandle> {
  const path = `${ref}.lock`;
  const until = performance.now() + 2 * deadMs;
  for (;;) {
    try {
      return await open(path, "wx", 0o644);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST" || performance.now() > until) throw error;
    }
    if (!(await dropDeadLock(path))) await sleep(waitMs);
  }
}

/**
 * Removes a lock file that a process left when it was killed, or when its machine went down: one that is
 * older than `heldMs`, the longest time for which it may be held. Returns whether it did.
 */
export async function dropDeadLock(path: string, heldMs = deadMs): Promise<boolean> {
  const lock = await stat(path).catch(() => null);
  if (lock === null || Date.now() - lock.mtimeMs <= heldMs) return false;
  await rm(path, { force: true });
  return true;
}
