import { execFile, spawn } from "node:child_process";
import { open, readFile, readlink, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import pg from "pg";
import { AppError } from "../../errors.ts";
import type { ServerFolders } from "./choose-folders.ts";
import { databaseUser } from "./prepare-cluster.ts";

const run = promisify(execFile);

const logBytesMax = 10 * 1024 * 1024;
const readyWithinMs = 60_000;
const pollMs = 15;

/** A started or adopted server. */
export interface ServerProcess {
  /** Resolves when the server is gone, whoever ended it. */
  ended: Promise<void>;
  /** Fast shutdown: open transactions are rolled back, everything acknowledged is on disk. */
  stop(): Promise<void>;
}

// The server ends with its keeper, however that ends: the shell waits for the end of its input and then tells the server.
const watchdog =
  'exec 3<&0; "$@" </dev/null 3<&- & server=$!; { cat <&3 >/dev/null; kill -INT $server 2>/dev/null; } & waiter=$!; exec 3<&-; wait $server; kill $waiter 2>/dev/null';

const settings: Record<string, string> = {
  listen_addresses: "",
  port: "5432",
  max_connections: "300",
  shared_buffers: "64MB",
  fsync: "on",
  synchronous_commit: "on",
  unix_socket_permissions: "0700",
  log_min_messages: "warning",
  timezone: "UTC",
  log_timezone: "UTC",
};

/** Connection to a database of the server, through its socket. */
export function connectionTo(folders: ServerFolders, database: string): pg.ClientConfig {
  return { host: folders.run, port: 5432, user: databaseUser, database };
}

/** Adopts the server that runs on the cluster, or starts one; resolves when it answers. Throws `store_unavailable`. */
export async function startServerProcess(folders: ServerFolders, binaries: string): Promise<ServerProcess> {
  const running = await findRunningServer(folders.cluster);
  if (running === null) await rm(join(folders.cluster, "postmaster.pid"), { force: true });
  const server = running === null ? await launch(folders, binaries) : adopt(running);
  if (await waitUntilReady(folders, server)) return server;
  // An adopted server that was about to stop leaves the place free.
  if (running !== null) return await startServerProcess(folders, binaries);
  throw new AppError(
    "store_unavailable",
    `PostgreSQL did not start: ${await lastLogLine(folders.logFile)} (${folders.logFile})`,
  );
}

async function launch(folders: ServerFolders, binaries: string): Promise<ServerProcess> {
  const size = await stat(folders.logFile).then(
    (found) => found.size,
    () => 0,
  );
  const log = await open(folders.logFile, size > logBytesMax ? "w" : "a");
  const options = Object.entries({ ...settings, unix_socket_directories: folders.run }).flatMap(
    ([name, value]) => ["-c", `${name}=${value}`],
  );
  const command = [join(binaries, "bin", "postgres"), "-D", folders.cluster, ...options];
  const child = spawn("sh", ["-c", watchdog, "copydesk-postgres", ...command], {
    ...(folders.userId === null ? {} : { uid: folders.userId, gid: folders.userId }),
    cwd: "/",
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: "C" },
    stdio: ["pipe", log.fd, log.fd],
  });
  await log.close();
  const ended = new Promise<void>((resolve) => {
    child.once("exit", () => resolve());
    child.once("error", () => resolve());
  });
  child.stdin?.on("error", () => undefined);
  return {
    ended,
    async stop() {
      child.stdin?.end();
      await ended;
    },
  };
}

function adopt(pid: number): ServerProcess {
  const ended = (async () => {
    while (isAlive(pid)) await sleep(100);
  })();
  return {
    ended,
    async stop() {
      if (isAlive(pid)) process.kill(pid, "SIGINT");
      await ended;
    },
  };
}

async function waitUntilReady(folders: ServerFolders, server: ServerProcess): Promise<boolean> {
  let gone = false;
  void server.ended.then(() => {
    gone = true;
  });
  const deadline = Date.now() + readyWithinMs;
  while (!gone && Date.now() < deadline) {
    if (await answers(folders)) return true;
    await sleep(pollMs);
  }
  return false;
}

async function answers(folders: ServerFolders): Promise<boolean> {
  const client = new pg.Client({ ...connectionTo(folders, "postgres"), connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Pid of the live server on the cluster. A pid file that names another program, after a reboot say, counts for nothing. */
export async function findRunningServer(cluster: string): Promise<number | null> {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "");
  const pid = Number.parseInt(text, 10);
  if (!Number.isInteger(pid) || pid <= 1 || !isAlive(pid)) return null;
  return (await isServerOn(pid, cluster)) ? pid : null;
}

async function isServerOn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === "linux") {
    const [arguments_, folder] = await Promise.all([
      readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""),
      readlink(`/proc/${pid}/cwd`).catch(() => ""),
    ]);
    const isServer = /(^|\/)postgres$/.test(arguments_.split("\0")[0] ?? "");
    return isServer && (folder === cluster || arguments_.split("\0").includes(cluster));
  }
  const { stdout } = await run("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({ stdout: "" }));
  return stdout.includes("postgres") && stdout.includes(cluster);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function lastLogLine(logFile: string): Promise<string> {
  const text = await readFile(logFile, "utf8").catch(() => "");
  return text.trim().split("\n").at(-1) || "it left no message";
}
