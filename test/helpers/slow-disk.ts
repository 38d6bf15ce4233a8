import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { endWithTests } from "./end-with-tests.ts";

/** What a program asks of a disk and waits for; it reads from the memory of the kernel. */
const flushes = "fsync,fdatasync,sync_file_range";
const asksTheDisk = `${flushes},mkdir,rename,link,unlink,rmdir`;

/** Null, or why no program can be started here with a slow disk. */
export function whyNoSlowDisk(): string | null {
  if (process.platform !== "linux") return "needs Linux";
  const [strace, ...options] = slowDiskPrefix(1);
  try {
    execFileSync(strace, [...options, "true"], { stdio: "ignore" });
    return null;
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return isMissing ? "needs strace" : "strace may not delay what programs do here";
  }
}

/** The same for `slowDown`, which takes more rights: of a program that runs, as the embedded server does. */
export async function whyNoSlowDown(): Promise<string | null> {
  const why = whyNoSlowDisk();
  if (why !== null) return why;
  const identity = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const other = endWithTests(spawn("cat", { ...identity, cwd: "/", stdio: ["pipe", "ignore", "ignore"] }));
  try {
    await once(other, "spawn");
    await (await slowDown([other.pid!], 1))();
    return null;
  } catch {
    return "strace may not delay programs that run";
  } finally {
    other.kill();
  }
}

function slow(calls: string, delayMs: number): string[] {
  return ["-f", "-qq", "-e", `trace=${calls}`, "-e", `inject=${calls}:delay_enter=${delayMs * 1_000}`];
}

/**
 * What a program is started with so that each of its writes waits, and each of those of all that it starts.
 * The program stays the child: it is killed as without.
 */
export function slowDiskPrefix(delayMs: number): [string, ...string[]] {
  return ["strace", "-D", "--seccomp-bpf", ...slow(asksTheDisk, delayMs), "-o", "/dev/null"];
}

/**
 * The same for the flushes of programs that run; resolves when it holds for all of them. The returned
 * function gives them their disk back. Leaves the folders alone: a server's process renames files when it
 * begins, one process after the other, so each delay would count once for every connection.
 */
export async function slowDown(pids: readonly number[], delayMs: number): Promise<() => Promise<void>> {
  const targets = pids.flatMap((pid) => ["-p", String(pid)]);
  const tracer = spawn("strace", [...slow(flushes, delayMs), "-o", "/dev/null", ...targets], {
    stdio: "ignore",
  });
  endWithTests(tracer);
  const ended = once(tracer, "exit");
  while (!pids.every((pid) => isTraced(pid))) {
    if (tracer.exitCode !== null || tracer.signalCode !== null) throw new Error("strace has ended");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return async () => {
    tracer.kill("SIGTERM");
    await ended;
  };
}

/** Also true of one that has ended. */
function isTraced(pid: number): boolean {
  try {
    return !/^TracerPid:\t0$/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return true;
  }
}
