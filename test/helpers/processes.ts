import { readdirSync, readFileSync } from "node:fs";

/** A process as `/proc` shows it; the start time tells it from a later one with the same id. */
export interface SeenProcess {
  pid: number;
  parent: number;
  startedAt: string;
  command: string;
}

export function listProcesses(): SeenProcess[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
}

/** The children of a process, their children, and so on. */
export function descendantsOf(pid: number, all: readonly SeenProcess[] = listProcesses()): SeenProcess[] {
  const children = all.filter(({ parent }) => parent === pid);
  return children.flatMap((child) => [child, ...descendantsOf(child.pid, all)]);
}

export function isAlive({ pid, startedAt }: SeenProcess): boolean {
  return readProcess(pid)?.startedAt === startedAt;
}

/** Null for one that has ended, also while nobody has asked for its exit code. */
function readProcess(pid: number): SeenProcess | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z" || fields[0] === "X") return null;
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    return { pid, parent: Number(fields[1]), startedAt: fields[19]!, command };
  } catch {
    return null;
  }
}
