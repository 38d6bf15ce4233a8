import { execFile } from "node:child_process";
import { readFile, readlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { isAlive } from "../../processes/is-alive.ts";
import { processIdentity } from "./process-identity.ts";
import type { ServerPlace } from "./server-place.ts";

const run = promisify(execFile);

/**
 * Evaluates the cluster's postmaster.pid: `ours` is a live server on this cluster, `foreign` a live process
 * that has reused the pid of an ended one, for which PostgreSQL would refuse to start.
 */
export async function findRunningServer(place: ServerPlace): Promise<"ours" | "foreign" | "none"> {
  const text = await readFile(join(place.cluster, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number.parseInt(text, 10);
  if (!(pid > 1) || !isAlive(pid)) return "none";
  return (await isServerOn(pid, place.cluster)) ? "ours" : "foreign";
}

async function isServerOn(pid: number, cluster: string): Promise<boolean> {
  // A zombie still has its pid, and PostgreSQL takes it for alive.
  if ((await processIdentity(pid)) === null) return false;
  if (process.platform !== "linux") {
    const { stdout } = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
    return stdout.includes("postgres") && stdout.includes(cluster);
  }
  const [name, folder] = await Promise.all([
    readFile(`/proc/${pid}/comm`, "utf8").catch(() => ""),
    readlink(`/proc/${pid}/cwd`).catch(() => ""),
  ]);
  return name.trim() === "postgres" && folder === cluster;
}
