import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { isAlive } from "./is-alive.ts";

/**
 * Returns the prefix of temporary folders' names, which identifies their owner, so that they can be removed
 * after that process has ended: `copydesk-<machine>-<pid>-<start of the process>`. It is short because the
 * folders contain sockets.
 */
export function ownFolderPrefix(): string {
  return `copydesk-${machine()}-${process.pid}-${startOfProcess()}`;
}

/** Whether the owner of a temporary folder has ended; null for any other name. */
export function isOwnerGone(name: string): boolean | null {
  const [, host, pid, start] = /^copydesk-([0-9a-f]{6})-(\d+)-([0-9a-z]+)-\w{6}$/.exec(name) ?? [];
  if (host === undefined) return null;
  if (host !== machine()) return false;
  // The same pid with another start belongs to a process from before a restart.
  return Number(pid) === process.pid ? start !== startOfProcess() : !isAlive(Number(pid));
}

function machine(): string {
  return createHash("sha256").update(hostname()).digest("hex").slice(0, 6);
}

function startOfProcess(): string {
  return Math.round(performance.timeOrigin).toString(36);
}
