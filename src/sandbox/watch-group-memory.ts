import { readdir, readFile, statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { memoryFolders, type SandboxLimits } from "./sandbox-run.ts";

const pauseMs = 200;
const pageBytesMax = 65_536;

type Limits = Pick<SandboxLimits, "groupMemoryBytes" | "memoryFolderBytes">;

/**
 * Polls the memory of a process of this machine and all its descendants until `signal` aborts; resolves to
 * true as soon as it exceeds the limit. Pages shared by a fork count for each process. Files in the
 * in-memory folders count too.
 */
export async function watchGroupMemory(first: number, limits: Limits, signal: AbortSignal): Promise<boolean> {
  while (!signal.aborted) {
    if ((await measureGroup(first, limits)) > limits.groupMemoryBytes) return true;
    await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => {});
  }
  return false;
}

async function measureGroup(first: number, { memoryFolderBytes }: Limits): Promise<number> {
  const folders = memoryFolders.map(async (folder) => {
    const { blocks, bfree, bsize } = await statfs(`/proc/${first}/root${folder}`);
    // Until the sandbox is set up, these are the host's folders.
    return blocks * bsize > memoryFolderBytes + pageBytesMax ? 0 : (blocks - bfree) * bsize;
  });
  const held = await Promise.allSettled(folders);
  const inFolders = held.map((folder) => (folder.status === "fulfilled" ? folder.value : 0));
  let bytes = inFolders.reduce((sum, each) => sum + each, 0);
  const waiting = [first];
  for (let pid = waiting.pop(); pid !== undefined; pid = waiting.pop()) {
    bytes += await memoryOf(pid);
    waiting.push(...(await childrenOf(pid)));
  }
  return bytes;
}

/** Returns memory that is neither a file on disk nor one in memory, which is counted already. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, "utf8").catch(() => "")),
  );
  return lists.flatMap((list) => list.split(" ").filter(Boolean).map(Number));
}
