import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { isAlive } from "./is-alive.ts";

/**
 * Names of temporary folders say whose they are, so that they can be removed when that process is gone:
 * `copydesk-<machine>-<pid>-<start of the process>`. Short, because there are sockets in them.
 */
export function ownFolderPrefix(): string {
  return `copydesk-${machine()}-${process.pid}-${startOfProcess()}`;
}

/** Null for a name that is not of this kind. */
export function isOwnerGone(name: string): boolean | null {
  const [, host, pid, start] = /^copydesk-([0-9a-f]{6})-(\d+)-([0-9a-z]+)-\w{6}$/.exec(name) ?? [];
  if (host === undefined) return null;
  if (host !== machine()) return false;
  // The same pid with another start was a process of before a restart.
  return Number(pid) === process.pid ? start !== startOfProcess() : !isAlive(Number(pid));
}

function machine(): string {
  return createHash("sha256").update(hostname()).digest("hex").slice(0, 6);
}

function startOfProcess(): string {
  return Math.round(performance.timeOrigin).toString(36);
}
