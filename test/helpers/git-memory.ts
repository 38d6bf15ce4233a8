import { spawn } from "node:child_process";
import { readdir, readFile, readlink } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { endWithTests } from "./end-with-tests.ts";

export interface WatchedMemory {
  /** Bytes: the most that one of the programs that we start had, and all of them had at one moment. */
  largestGit: number;
  allGit: number;
  /** Bytes that our own process had at most, above what it had at the start. */
  ownGrowth: number;
}

/**
 * Watches from a process of its own the memory of ours and of whatever it starts, but for the processes of
 * one group (a server that only plays the host), until it is stopped. Linux only.
 */
export async function watchMemory(exceptGroup: number): Promise<{ stop(): Promise<WatchedMemory> }> {
  const args = [fileURLToPath(import.meta.url), String(process.pid), String(exceptGroup)];
  const child = endWithTests(spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] }));
  let said = "";
  const begun = new Promise((resolve) => child.stdout.once("data", resolve));
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString("utf8");
  });
  const ended = new Promise((resolve) => child.once("close", resolve));
  await begun;
  return {
    async stop() {
      child.stdin.end();
      await ended;
      return JSON.parse(said.trim().split("\n").at(-1)!) as WatchedMemory;
    },
  };
}

async function watch(pid: number, exceptGroup: number): Promise<void> {
  const start = (await memoryOf(pid)).now;
  const ourProgram = await programOf(pid);
  const watched: WatchedMemory = { largestGit: 0, allGit: 0, ownGrowth: 0 };
  let isStopped = false;
  process.stdin.once("end", () => {
    isStopped = true;
  });
  process.stdin.resume();
  console.log("watching");
  while (!isStopped) {
    let sum = 0;
    for (const child of await childrenOf(pid, exceptGroup)) {
      // Until it becomes another program, a child has the memory of the process that started it.
      if ((await programOf(child)) === ourProgram) continue;
      const { peak, now } = await memoryOf(child);
      sum += now;
      watched.largestGit = Math.max(watched.largestGit, peak);
    }
    watched.allGit = Math.max(watched.allGit, sum);
    watched.ownGrowth = Math.max(watched.ownGrowth, (await memoryOf(pid)).now - start);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  console.log(JSON.stringify(watched));
}

/** In any depth, without this watcher. */
async function childrenOf(pid: number, exceptGroup: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => []);
  const found: number[] = [];
  for (const task of tasks) {
    const list = await readFile(`/proc/${pid}/task/${task}/children`, "utf8").catch(() => "");
    for (const child of list.trim().split(" ").filter(Boolean).map(Number)) {
      if (child === process.pid || (await groupOf(child)) === exceptGroup) continue;
      found.push(child, ...(await childrenOf(child, exceptGroup)));
    }
  }
  return found;
}

async function groupOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The name in brackets may have spaces.
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]);
}

async function programOf(pid: number): Promise<string | null> {
  return await readlink(`/proc/${pid}/exe`).catch(() => null);
}

async function memoryOf(pid: number): Promise<{ peak: number; now: number }> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const bytes = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(status)?.[1] ?? 0) * 1_024;
  return { peak: bytes("VmHWM"), now: bytes("VmRSS") };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await watch(Number(process.argv[2]), Number(process.argv[3]));
}
