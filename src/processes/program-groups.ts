import { readFileSync } from "node:fs";
import { mkdir, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findGroupPlace, type GroupPlace, listMembers, removeBase } from "./find-group-place.ts";

/** Limits for a program and everything that it starts, together. */
export interface GroupLimits {
  memoryBytes: number;
  /** Processes and threads together. */
  processes: number;
}

export interface LentGroup {
  /** Files; a process that writes "0" to each joins the group, with everything it starts. */
  entrances: string[];
  /**
   * Must be called once the program has ended; kills what it left behind. True if the group exceeded its
   * memory limit.
   */
  giveBack(): Promise<boolean>;
}

/**
 * Control groups that are lent to one program after the other: the kernel keeps a removed one for as long
 * as the files that it read.
 */
export interface ProgramGroups {
  /** Returns null if no group can be created. */
  lend(limits: GroupLimits): Promise<LentGroup | null>;
  /** Removes the groups as soon as none is lent. */
  close(): Promise<void>;
}

interface Group {
  folders: string[];
  limits: string;
  kills: number;
}

/** Returns null if this process may not create control groups. */
export async function openProgramGroups(): Promise<ProgramGroups | null> {
  const place = await findGroupPlace();
  return place.version === null ? null : createProgramGroups(place);
}

function createProgramGroups(place: GroupPlace): ProgramGroups {
  const idle: Group[] = [];
  let lentCount = 0;
  let isClosing = false;
  const bases = [...new Set([place.memory, place.pids ?? place.memory])];
  let lastNumber = 0;
  const make = async (): Promise<Group> => {
    const name = String(++lastNumber);
    const folders = bases.map((base) => join(base, name));
    for (const folder of folders) await mkdir(folder);
    return { folders, limits: "", kills: 0 };
  };
  const giveBack = (group: Group): boolean => {
    try {
      // Read synchronously: these are not files on a disk, and this runs after every program.
      for (const pid of listMembers(group.folders[0]!)) kill(pid);
      const kills = countKills(place, group.folders[0]!);
      const isOverMemory = kills > group.kills;
      group.kills = kills;
      idle.push(group);
      return isOverMemory;
    } catch {
      // Somebody has removed the group; it is not lent again.
      return false;
    }
  };
  const removeAll = async (): Promise<void> => {
    if (lentCount === 0) for (const base of bases) await removeBase(base);
  };
  return {
    async lend(limits) {
      const known = idle.pop();
      const group = known ?? (await make().catch(() => null));
      if (group === null) return null;
      try {
        await setLimits(place, group, limits);
      } catch {
        for (const folder of group.folders) await rmdir(folder).catch(() => {});
        return null;
      }
      lentCount += 1;
      return {
        entrances: group.folders.map((folder) => join(folder, "cgroup.procs")),
        async giveBack() {
          const isOverMemory = giveBack(group);
          lentCount -= 1;
          if (isClosing) await removeAll();
          return isOverMemory;
        },
      };
    },
    async close() {
      isClosing = true;
      await removeAll();
    },
  };
}

async function setLimits(place: GroupPlace, group: Group, limits: GroupLimits): Promise<void> {
  const wanted = `${limits.memoryBytes} ${limits.processes}`;
  if (group.limits === wanted) return;
  const [memory, pids = memory] = group.folders as [string, string?];
  const bytes = String(limits.memoryBytes);
  // Swap is part of the limit if the kernel accounts for it; otherwise the file is missing.
  const set = (file: string, value: string) => writeFile(join(memory, file), value, { flag: "r+" });
  if (place.version === 2) {
    await set("memory.max", bytes);
    await set("memory.swap.max", "0").catch(() => {});
    await set("memory.oom.group", "1").catch(() => {});
  } else {
    await set("memory.memsw.limit_in_bytes", "-1").catch(() => {});
    await set("memory.limit_in_bytes", bytes);
    await set("memory.memsw.limit_in_bytes", bytes).catch(() => {});
  }
  if (place.pids !== null) await writeFile(join(pids, "pids.max"), String(limits.processes), { flag: "r+" });
  group.limits = wanted;
}

function countKills({ version }: GroupPlace, folder: string): number {
  const file = version === 2 ? "memory.events" : "memory.oom_control";
  const text = readFileSync(join(folder, file), "utf8");
  return Number(/^oom_kill (\d+)$/m.exec(text)?.[1] ?? 0);
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {}
}
