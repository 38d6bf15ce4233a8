import { createHash } from "node:crypto";
import { join } from "node:path";
import type { ServerFolders } from "./choose-folders.ts";

/**
 * Where the keeper of a cluster listens. On Linux an abstract socket: binding it is atomic and it vanishes with its
 * process, so that there is never more than one keeper and never a stale one.
 */
export function keeperAddress(folders: ServerFolders): string {
  if (process.platform !== "linux") return join(folders.run, "keeper.sock");
  const hash = createHash("sha256").update(folders.base).digest("hex").slice(0, 32);
  return `\0copydesk-keeper-${hash}`;
}

/** One line from the keeper to a process that joins. */
export type KeeperMessage =
  | { kind: "ready"; started: boolean }
  | { kind: "stopping" }
  | { kind: "failed"; code: string; message: string };
