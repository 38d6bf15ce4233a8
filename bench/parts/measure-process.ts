import { readdirSync, readFileSync } from "node:fs";

export interface CpuSeconds {
  own: number;
  /**
   * CPU of children that have ended and were waited for, and of their children; this includes the process
   * that starts programs, with its own.
   */
  children: number;
}

const ticksPerSecond = 100;
const pageBytes = 4_096;

/** Returns the user and system time of a live process. Linux only. */
export function cpuSecondsOf(pid: number): CpuSeconds {
  const { own, children } = ticksOf(pid);
  const starters = processTree(pid).filter((other) => other !== pid && isStarterOf(other, pid));
  const theirs = starters.map(ticksOf).reduce((sum, ticks) => sum + ticks.own + ticks.children, 0);
  return { own: own / ticksPerSecond, children: (children + theirs) / ticksPerSecond };
}

function ticksOf(pid: number): CpuSeconds {
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = (statFields(pid) ?? [])
    .slice(11, 15)
    .map(Number);
  return { own: user + system, children: childUser + childSystem };
}

function isStarterOf(pid: number, parent: number): boolean {
  if (Number(statFields(pid)?.[1]) !== parent) return false;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("starter-process.mjs");
  } catch {
    return false;
  }
}

/** Returns the resident memory of one process, 0 if it has ended. */
export function residentMiB(pid: number): number {
  return (Number(statFields(pid)?.[21] ?? 0) * pageBytes) / 2 ** 20;
}

/** Returns a process, its descendants, and the remaining processes of the session that it leads. */
export function processTree(root: number): number[] {
  const found = new Set([root]);
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((a, b) => a - b);
  for (const pid of processes) {
    const fields = statFields(pid);
    if (fields === null) continue;
    const [parent, session] = [Number(fields[1]), Number(fields[3])];
    if (fields[0] !== "Z" && (found.has(parent) || session === root)) found.add(pid);
  }
  return [...found];
}

/** Returns the peaks of resident memory while `work` runs, sampled every `everyMs`. */
export async function peakMemoryWhile<T>(
  root: number,
  everyMs: number,
  work: Promise<T>,
): Promise<{ result: T; ownMiB: number; treeMiB: number }> {
  let ownMiB = 0;
  let treeMiB = 0;
  const look = () => {
    ownMiB = Math.max(ownMiB, residentMiB(root));
    treeMiB = Math.max(
      treeMiB,
      processTree(root).reduce((sum, pid) => sum + residentMiB(pid), 0),
    );
  };
  look();
  const timer = setInterval(look, everyMs);
  try {
    const result = await work;
    return { result, ownMiB, treeMiB };
  } finally {
    clearInterval(timer);
  }
}

/**
 * Returns the fields of `/proc/<pid>/stat` after the name: state, parent, group, session, …; null if the
 * process has ended.
 */
function statFields(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    return text.slice(text.lastIndexOf(") ") + 2).split(" ");
  } catch {
    return null;
  }
}

/**
 * Returns the user and system time of a live process, and of everything that it has started, whether ended or
 * not. Linux only.
 */
export function treeCpuSeconds(pid: number): { own: number; others: number } {
  const { own, children } = ticksOf(pid);
  const living = processTree(pid).filter((other) => other !== pid);
  const others = living.map(ticksOf).reduce((sum, ticks) => sum + ticks.own + ticks.children, children);
  return { own: own / ticksPerSecond, others: others / ticksPerSecond };
}

/**
 * Returns the pid of the server that started a backend: its CPU is that of all backends, including ended
 * ones.
 */
export function postgresPid(backend: number): number {
  return Number(statFields(backend)?.[1]);
}
