import { spawn } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../errors.ts";
import { placeScript } from "./replace-file.ts";
import type { ServerPlace } from "./server-place.ts";

const graceSeconds = 3;
const pollMs = 20;
const watcherWithinMs = 15_000;
// Includes the shutdown of a server that is being stopped.
const closingWithinMs = 60_000;

export interface Hold {
  descriptor: number;
  watcher: "found" | "started";
}

/**
 * Declares that this process uses the server until the descriptor is closed, which the kernel does if the
 * process dies. Null if nobody watches the holders: the server is not running, is being stopped, or is an
 * orphan.
 */
export function tryHoldServer({ base }: ServerPlace): number | null {
  return openForWriting(join(base, "holders"));
}

/** Like `tryHoldServer`, but starts the watcher if there is none. Only under the start lock. */
export async function holdServer(place: ServerPlace): Promise<Hold> {
  const held = (await holdUnlessClosing(place)) ?? tryHoldServer(place);
  if (held !== null) return { descriptor: held, watcher: "found" };
  await startWatcher(place);
  const deadline = Date.now() + watcherWithinMs;
  while (Date.now() < deadline) {
    const descriptor = tryHoldServer(place);
    if (descriptor !== null) return { descriptor, watcher: "started" };
    await sleep(pollMs);
  }
  throw new AppError(
    "store_unavailable",
    `Could not start the process that watches over the database in ${place.base}: are "sh" and "mkfifo" there?`,
  );
}

/**
 * Waits while the watcher stops the server, during which the FIFO has another name. The watcher may change
 * its mind and rename it back, so the caller checks once more before it starts another.
 */
async function holdUnlessClosing(place: ServerPlace): Promise<number | null> {
  const closing = join(place.base, "holders.closing");
  const deadline = Date.now() + closingWithinMs;
  while (Date.now() < deadline) {
    const held = tryHoldServer(place);
    if (held !== null) return held;
    const descriptor = openForWriting(closing);
    if (descriptor === null) return null;
    closeSync(descriptor);
    await sleep(pollMs);
  }
  throw new AppError(
    "store_unavailable",
    `The database is still being stopped (${closing}). Try again later.`,
  );
}

// A FIFO without a reader refuses a non-blocking writer: ENXIO.
function openForWriting(path: string): number | null {
  try {
    return openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (["ENOENT", "ENXIO"].includes((error as NodeJS.ErrnoException).code ?? "")) return null;
    throw error;
  }
}

async function startWatcher({ base, user }: ServerPlace): Promise<void> {
  await placeScript(base, "watch-holders.sh");
  const watcher = spawn("sh", ["watch-holders.sh", String(graceSeconds)], {
    ...user,
    cwd: base,
    detached: true,
    stdio: "ignore",
    env: { PATH: process.env.PATH, LC_ALL: "C" },
  });
  watcher.on("error", () => undefined);
  watcher.unref();
}
