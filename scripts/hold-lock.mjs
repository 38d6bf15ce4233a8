// Plain JavaScript, for any Node >= 20.
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const staleMs = 10 * 60_000;

/** Runs the action while no other process holds the lock, which is a folder that this call makes. */
export async function holdLock(folder, action) {
  await takeLock(folder);
  try {
    return await action();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function takeLock(folder) {
  const deadline = Date.now() + staleMs;
  for (;;) {
    try {
      mkdirSync(folder);
      writeFileSync(join(folder, "pid"), String(process.pid));
      return;
    } catch (error) {
      if (error.code !== "EEXIST") throw new Error(`Cannot write to ${dirname(folder)}: ${error.message}`);
    }
    if (Date.now() > deadline || isStale(folder)) rmSync(folder, { recursive: true, force: true });
    await sleep(200);
  }
}

/**
 * Whether the process that took the lock has ended. One that has not yet written its id gets a few seconds.
 */
function isStale(folder) {
  try {
    const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
    return pid > 0 && !isAlive(pid);
  } catch {
    return existsSync(folder) && Date.now() - statSync(folder, { throwIfNoEntry: false })?.mtimeMs > 5_000;
  }
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}
