import { execFile } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";
import { promisify } from "node:util";
import { isAlive } from "../../processes/is-alive.ts";

const run = promisify(execFile);

/**
 * Returns the process's start time, as text that no later process with the same pid has; null if there is
 * no such process (or a zombie).
 */
export async function processIdentity(pid: number): Promise<string | null> {
  if (!isAlive(pid)) return null;
  return process.platform === "linux" ? await fromProc(pid) : await fromPs(pid);
}

/**
 * Identifies this boot and pid namespace: a pid means nothing for a process of another container or an
 * earlier boot.
 */
export async function pidScope(): Promise<string> {
  const [boot, namespace] = await Promise.all([
    readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => ""),
    readlink("/proc/self/ns/pid").catch(() => ""),
  ]);
  return `${boot.trim()} ${namespace}`;
}

async function fromProc(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  // The second field is the program's name, which may contain anything.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return fields[0] === "Z" || fields[19] === undefined ? null : fields[19];
}

async function fromPs(pid: number): Promise<string | null> {
  const { stdout } = await run("ps", ["-o", "lstart=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
  return stdout.trim() || null;
}
