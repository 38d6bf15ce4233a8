import { randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Config } from "../../config.ts";
import { makeFolder } from "../../files/make-folder.ts";
import { isAlive } from "../../processes/is-alive.ts";

type WorkspacesConfig = Pick<Config, "dataFolder" | "workspacesFolder">;

/** Returns the folder in which each process has one of its own. */
export function workspacesParent({ dataFolder, workspacesFolder }: WorkspacesConfig): string {
  return workspacesFolder ?? join(dataFolder, "workspaces");
}

/**
 * Creates this process's own folder in the one for workspaces: `<host>+<pid>+<random>`, so that others can
 * tell whether its owner is alive.
 */
export async function createWorkspacesFolder(config: WorkspacesConfig): Promise<string> {
  const name = [safeHostname(), process.pid, randomBytes(4).toString("hex")].join("+");
  const folder = join(workspacesParent(config), name);
  await makeFolder(folder, { mode: 0o700 });
  return folder;
}

/** Removes the folders of ended processes of this machine. Returns how many. */
export async function sweepWorkspacesFolders(config: WorkspacesConfig, own: string): Promise<number> {
  const parent = workspacesParent(config);
  const names = await readdir(parent).catch(() => []);
  const orphans = names.filter((name) => join(parent, name) !== own && isOrphan(name));
  for (const name of orphans) await rm(join(parent, name), { recursive: true, force: true });
  return orphans.length;
}

function isOrphan(name: string): boolean {
  const [host, pid] = name.split("+");
  if (host !== safeHostname()) return false;
  // The same pid with another random part belongs to a process from before a restart.
  return Number(pid) === process.pid || !isAlive(Number(pid));
}

function safeHostname(): string {
  return hostname().replace(/[^A-Za-z0-9.-]/g, "_");
}
