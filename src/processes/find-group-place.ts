import { readFileSync } from "node:fs";
import { access, constants, mkdir, mkdtemp, readdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isOwnerGone, ownFolderPrefix } from "./own-folders.ts";

/** Copydesk's folders in the kernel's control group file system; a group is a folder in each of them. */
export interface GroupPlace {
  version: 1 | 2;
  memory: string;
  /** Folder that limits the number of processes: the same as `memory` in version 2; null if there is none. */
  pids: string | null;
}

type GroupPlaceFound = GroupPlace | { version: null; reason: string };

interface GroupSystem {
  /** Default `/sys/fs/cgroup`. */
  root?: string;
  /** Default `/proc`. */
  proc?: string;
  pid?: number;
  /** Only checks whether it would be possible: creates and moves nothing. */
  isTrial?: boolean;
}

/** In version 2 a group has either processes or child groups: the service's own processes move here. */
const leafName = "copydesk-service";

/**
 * Creates a place for groups of programs below this process's own group, and removes those of ended
 * Copydesk processes. Never throws: if no place can be created, returns the reason.
 */
export async function findGroupPlace(system: GroupSystem = {}): Promise<GroupPlaceFound> {
  const { root = "/sys/fs/cgroup", proc = "/proc" } = system;
  if (process.platform !== "linux") return { version: null, reason: "only Linux has control groups" };
  try {
    const lines = (await readFile(join(proc, "self/cgroup"), "utf8")).split("\n").filter(Boolean);
    const paths = new Map(lines.map(readLine));
    const memoryPath = paths.get("memory");
    if (memoryPath !== undefined)
      return await makeFirst(root, memoryPath, { ...system, pids: paths.get("pids") });
    const path = paths.get("");
    if (path === undefined) return { version: null, reason: "this system has no control groups" };
    return await makeSecond(join(root, path), { ...system, proc });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isRefused = code === "EACCES" || code === "EPERM" || code === "EROFS";
    const reason = isRefused ? "this process may not make control groups" : message;
    return { version: null, reason };
  }
}

/**
 * Parses `4:memory:/path`, or `0::/path` in version 2. The controllers needed here are never mounted
 * together.
 */
function readLine(line: string): [controller: string, path: string] {
  const [, controller, path] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
  return [controller ?? line, path ?? "/"];
}

async function makeFirst(
  root: string,
  memoryPath: string,
  system: { isTrial?: boolean; pids: string | undefined },
): Promise<GroupPlace> {
  const memory = await makeBase(join(root, "memory", memoryPath), system);
  if (system.pids === undefined) return { version: 1, memory, pids: null };
  const pids = await makeBase(join(root, "pids", system.pids), system).catch(() => null);
  return { version: 1, memory, pids };
}

async function makeSecond(
  folder: string,
  system: { proc: string; pid?: number; isTrial?: boolean },
): Promise<GroupPlaceFound> {
  const isInLeaf = folder.endsWith(`/${leafName}`);
  const own = isInLeaf ? folder.slice(0, -leafName.length - 1) : folder;
  const controllers = (await readFile(join(own, "cgroup.controllers"), "utf8")).trim().split(" ");
  if (!controllers.includes("memory"))
    return {
      version: null,
      reason: "the memory controller is not delegated to this process's control group",
    };
  const wanted = ["memory", "pids"].filter((name) => controllers.includes(name));
  const enabled = wanted.map((name) => `+${name}`).join(" ");
  const subtree = join(own, "cgroup.subtree_control");
  const before = (await readFile(subtree, "utf8")).trim().split(" ");
  if (!wanted.every((name) => before.includes(name))) {
    const members = isInLeaf ? [] : listMembers(own);
    if (!(await areAllRelated(members, system)))
      return { version: null, reason: "other programs run in the control group of this process" };
    if (system.isTrial) await access(subtree, constants.W_OK);
    else {
      if (!isInLeaf) await moveToLeaf(own, members);
      await writeFile(subtree, enabled);
    }
  }
  const base = await makeBase(own, system);
  if (!system.isTrial) await writeFile(join(base, "cgroup.subtree_control"), enabled);
  return { version: 2, memory: base, pids: wanted.includes("pids") ? base : null };
}

async function moveToLeaf(own: string, members: readonly number[]): Promise<void> {
  const leaf = join(own, leafName);
  await mkdir(leaf).catch(ignoreExisting);
  for (const pid of members)
    await writeFile(join(leaf, "cgroup.procs"), String(pid)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ESRCH") throw error;
    });
}

/**
 * Whether all members are related: processes that this one started, or that started it, may be moved with
 * it; others may not.
 */
async function areAllRelated(
  members: readonly number[],
  { proc, pid = process.pid }: { proc: string; pid?: number },
): Promise<boolean> {
  const ancestors = await chainOf(pid, proc);
  for (const member of members)
    if (!ancestors.includes(member) && !(await chainOf(member, proc)).includes(pid)) return false;
  return true;
}

/** Returns a process, its parent, and so on. */
async function chainOf(pid: number, proc: string): Promise<number[]> {
  const stat = await readFile(join(proc, String(pid), "stat"), "utf8").catch(() => "");
  const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? 0);
  return parent > 0 ? [pid, ...(await chainOf(parent, proc))] : [pid];
}

export function listMembers(group: string): number[] {
  const text = readFileSync(join(group, "cgroup.procs"), "utf8");
  return text.split("\n").filter(Boolean).map(Number);
}

async function makeBase(parent: string, { isTrial = false }: { isTrial?: boolean }): Promise<string> {
  const prefix = join(parent, `${ownFolderPrefix()}-`);
  if (isTrial) {
    await access(parent, constants.W_OK);
    return prefix;
  }
  const base = await mkdtemp(prefix);
  for (const name of await readdir(parent)) if (isOwnerGone(name)) await removeBase(join(parent, name));
  return base;
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}

/** Removes a folder of groups. Groups that still have processes stay, and are removed by a later process. */
export async function removeBase(base: string): Promise<void> {
  const entries = await readdir(base, { withFileTypes: true }).catch(() => []);
  for (const entry of entries) if (entry.isDirectory()) await rmdir(join(base, entry.name)).catch(() => {});
  await rmdir(base).catch(() => {});
}
